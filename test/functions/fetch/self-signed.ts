import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate and its key; both PEM. */
export type SelfSigned = { cert: string; key: string }

/**
 * Makes a certificate for these names, valid from yesterday to tomorrow, by RFC 5280. Node can make keys but not
 * certificates.
 */
export function selfSigned(names: readonly string[]): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, text(names[0] ?? '')))))
  const alternatives = sequence(...names.map((each) => der(0x82, text(each))))
  const toSign = sequence(
    der(0xa0, VERSION_3),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(day(-1), day(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(ALTERNATIVE_NAMES, der(0x04, alternatives)))),
  )
  const signature = sign('sha256', toSign, privateKey)
  const certificate = sequence(toSign, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}
function set(...parts: Buffer[]): Buffer {
  return der(0x31, ...parts)
}
function text(value: string): Buffer {
  return Buffer.from(value, 'utf8')
}
function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

const VERSION_3 = der(0x02, Buffer.from([2]))
/** The object identifiers 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2. */
const COMMON_NAME = identifier('550403')
const ALTERNATIVE_NAMES = identifier('551d11')
const ECDSA_SHA256 = sequence(identifier('2a8648ce3d040302'))

/** The UTCTime `days` from now. */
function day(ahead: number): Buffer {
  const iso = new Date(Date.now() + ahead * 86_400_000).toISOString()
  return der(0x17, text(`${iso.slice(2, 19).replace(/[-T:]/g, '')}Z`))
}
