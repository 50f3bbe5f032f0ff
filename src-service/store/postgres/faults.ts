import { DatabaseError } from 'pg'

/**
 * Classes of errors that are about the database and not about what it was asked: no connection, no room, ended by whoever
 * runs it, something within it, and a transaction that another one stood in the way of.
 */
const ofDatabase = /^(08|25006|40|53|55006|57P|58|XX)/
/** Of these, those after which nothing more is heard on the connection. */
const ofConnection = /^(08|57P)/
const ofNetwork = /^(E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_|NOTFOUND)|CERT_|ERR_TLS)/

/** Whether an error is about the database itself: nothing can be written, and all is tried again. */
export function isTrouble(error: unknown): boolean {
  return error instanceof DatabaseError ? ofDatabase.test(error.code ?? '') : isLost(error)
}

/** Whether an error tells that the connection is gone. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return ofConnection.test(error.code ?? '')
  if (!(error instanceof Error)) return false
  if ('code' in error && ofNetwork.test(String(error.code))) return true
  return /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    error.message,
  )
}
