import type { DatabaseSync } from 'node:sqlite'

/** The statements of a message table, prepared once. */
export function messageStatements(database: DatabaseSync) {
  return {
    putQueue: database.prepare(
      'INSERT INTO queues (name, attributes, created) VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET attributes = excluded.attributes',
    ),
    queues: database.prepare('SELECT name, attributes, created FROM queues ORDER BY name'),
    insert: database.prepare(
      'INSERT INTO messages (id, queue, body, attributes, sent, expires, visible) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    next: database.prepare(
      'SELECT * FROM messages WHERE queue = ? AND visible <= ? ORDER BY visible, seq LIMIT ?',
    ),
    nextVisible: database.prepare('SELECT MIN(visible) AS at FROM messages WHERE queue = ?'),
    take: database.prepare(
      'UPDATE messages SET receives = receives + 1, first_received = COALESCE(first_received, ?), receipt = ?, visible = ?, held = 1 WHERE seq = ?',
    ),
    bury: database.prepare(
      'UPDATE messages SET queue = ?, receives = 0, receipt = NULL, held = 0, visible = ? WHERE seq = ?',
    ),
    remove: database.prepare('DELETE FROM messages WHERE receipt = ? AND queue = ?'),
    hide: database.prepare(
      'UPDATE messages SET visible = ?, held = 0 WHERE receipt = ? AND queue = ? AND visible > ?',
    ),
    letGo: database.prepare('UPDATE messages SET held = 0 WHERE receipt = ?'),
    expire: database.prepare('DELETE FROM messages WHERE queue = ? AND expires <= ?'),
    purge: database.prepare('DELETE FROM messages WHERE queue = ?'),
    count: database.prepare(
      `SELECT COALESCE(SUM(visible <= ?), 0) AS ready, COALESCE(SUM(visible > ? AND receipt IS NOT NULL), 0) AS flying,
     COALESCE(SUM(visible > ? AND receipt IS NULL), 0) AS delayed FROM messages WHERE queue = ?`,
    ),
  }
}

/** The prepared statements of a message table. */
export type MessageStatements = ReturnType<typeof messageStatements>
