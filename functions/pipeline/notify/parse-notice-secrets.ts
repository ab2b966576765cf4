/**
 * The secrets notices are signed with: `whsec_…`, or the base64 after it, several with a space between them while they
 * are being changed over. Throws without repeating the text when there is none.
 */
export function parseNoticeSecrets(text: string): string[] {
  const secrets = text.split(/\s+/).filter(Boolean)
  if (secrets.length === 0) throw new Error('The secret of notices is empty.')
  return secrets.map((secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`))
}
