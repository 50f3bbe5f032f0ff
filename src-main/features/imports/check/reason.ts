/** Why a row is not written, or was not taken back, in words, with a stable code. */
export interface Reason {
  reason: string
  code: string
}
