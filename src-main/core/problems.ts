import { ProblemError, type Problem, type ProblemCode } from '../../src-shared/problem'

type Sentences = Pick<Problem, 'title' | 'why' | 'action' | 'retryable'>

/**
 * What a person reads for every code: what happened, why, what to do. A room that knows
 * more (a host name, a file, a waiting time) overrides a sentence; it does not invent a code.
 */
const sentences: Record<ProblemCode, Sentences> = {
  address_invalid: {
    title: 'The address cannot be used',
    why: 'It is not the address of a web service.',
    action: 'Enter an address such as https://api.example.com.',
    retryable: false,
  },
  address_unencrypted: {
    title: 'The connection would not be encrypted',
    why: 'The address begins with http: whoever is on the way can read the key and all data, and change them.',
    action: 'Use https, or say that it may go unencrypted. Nothing was sent.',
    retryable: false,
  },
  dns_failed: {
    title: 'The host name is not known',
    why: 'The name server does not know the host of this address, or could not be asked.',
    action: 'Check the spelling of the address and whether this computer is online.',
    retryable: true,
  },
  connection_refused: {
    title: 'Nothing answers at this address',
    why: 'The connection was refused: no service listens on that host and port.',
    action: 'Check the address and the port, and whether the service is running.',
    retryable: true,
  },
  connection_reset: {
    title: 'The connection broke off',
    why: 'The service or something in between closed the connection before the answer was complete.',
    action: 'Try again. If it keeps breaking off, ask whoever runs the service or the network.',
    retryable: true,
  },
  tls_failed: {
    title: 'The connection is not secure',
    why: 'The certificate of the service could not be verified, so the key was not sent.',
    action: 'Check the address, and ask whoever runs the service to renew or correct its certificate.',
    retryable: false,
  },
  timed_out: {
    title: 'The service took too long',
    why: 'No complete answer came in time.',
    action: 'Try again. If it stays slow, check the network or ask whoever runs the service.',
    retryable: true,
  },
  redirected: {
    title: 'The address leads elsewhere',
    why: 'The service answered with a redirect. It was not followed, and the key was not sent on.',
    action: 'Enter the address that the service itself answers at.',
    retryable: false,
  },
  not_the_service: {
    title: 'This is not the service',
    why: 'The address answers with a web page, not with the interface that Postroom speaks.',
    action: 'Enter the address of the API, not of the website or the dashboard.',
    retryable: false,
  },
  answer_malformed: {
    title: 'The answer cannot be read',
    why: 'The service answered in a form that Postroom does not know. Nothing of it was stored.',
    action: 'Try again later. If it stays, report it to whoever runs the service, with the request id.',
    retryable: false,
  },
  answer_too_large: {
    title: 'The answer is too large',
    why: 'The answer grew past what any page of a list needs, so it was cut off. Nothing of it was stored.',
    action: 'Check the address, and report it to whoever runs the service.',
    retryable: false,
  },
  answer_for_another: {
    title: 'The answer is for something else',
    why: 'The service answered about another record than it was asked for. Nothing of it was stored.',
    action: 'Try again. If it stays, report it to whoever runs the service, with the request id.',
    retryable: true,
  },
  offline: {
    title: 'You are offline',
    why: 'The service cannot be reached, and this cannot wait for it.',
    action: 'Try again when the service answers.',
    retryable: true,
  },
  key_refused: {
    title: 'The key was refused',
    why: 'The service does not accept this key: it is mistyped, revoked, or of another project.',
    action: 'Enter a new key.',
    retryable: false,
  },
  key_wrong_class: {
    title: 'A secret key is needed',
    why: 'This is a public key (pk_). It can only track events.',
    action: 'Enter the secret key of the project. It begins with sk_.',
    retryable: false,
  },
  key_other_origin: {
    title: 'Another service needs its key typed',
    why: 'What is stored here was entered for another address. It is not sent elsewhere by itself.',
    action: 'Enter the key of the service at the new address. Nothing was sent.',
    retryable: false,
  },
  key_missing: {
    title: 'There is no key',
    why: 'This profile has no key that could be used.',
    action: 'Enter the key in Settings.',
    retryable: false,
  },
  forbidden: {
    title: 'The key may not do this',
    why: 'The service knows the key, but does not allow it this call.',
    action: 'Use a key with more rights, or ask whoever runs the project.',
    retryable: false,
  },
  project_disabled: {
    title: 'The project is disabled',
    why: 'The service refuses everything for this project until it is enabled again.',
    action: 'Ask whoever runs the service why. The copy here stays as it is.',
    retryable: false,
  },
  billing_limit: {
    title: 'The billing limit is reached',
    why: 'The service refuses this until the plan allows more.',
    action: 'Raise the limit with the service, then try again.',
    retryable: false,
  },
  not_found: {
    title: 'The service does not know this',
    why: 'It was deleted in the meantime, or never existed there.',
    action: 'Sync to see what the service holds now.',
    retryable: false,
  },
  conflict: {
    title: 'The service refused a conflicting change',
    why: 'It does not fit the state in which the service holds the record now.',
    action: 'Sync, look at the record, and decide again.',
    retryable: false,
  },
  idempotency_key_reused: {
    title: 'This was already sent once',
    why: 'The service saw the same request before and did not carry it out a second time.',
    action: 'Check Activity and the service before you send it again.',
    retryable: false,
  },
  invalid_request: {
    title: 'The service refused the data',
    why: 'Something in the request is not valid for the service.',
    action: 'Correct the fields named, then try again.',
    retryable: false,
  },
  rate_limited: {
    title: 'The rate limit is reached',
    why: 'The project used up its requests for this minute, the traffic of the product included.',
    action: 'Wait a minute. Lower the share of background work in Settings if it happens often.',
    retryable: true,
  },
  service_failed: {
    title: 'The service failed',
    why: 'It answered that something went wrong on its side.',
    action: 'Try again later. If it stays, report it to whoever runs the service, with the request id.',
    retryable: true,
  },
  outcome_unknown: {
    title: 'No answer came',
    why: 'The request left, but nobody knows whether the service carried it out. It was not repeated.',
    action: 'Check at the service whether it arrived before you send it again.',
    retryable: false,
  },
  cancelled: {
    title: 'Cancelled',
    why: 'It was stopped before it ended. Nothing more is sent.',
    action: 'Start it again when you want it.',
    retryable: true,
  },
  list_loops: {
    title: 'The list does not end',
    why: 'The service sent a page again that it had sent before, so the run stopped. The copy keeps what it had.',
    action: 'Try again later. If it stays, report it to whoever runs the service.',
    retryable: false,
  },
  list_shrank: {
    title: 'The list is much shorter than before',
    why: 'The service sent far fewer records than the copy holds. Nothing was removed yet.',
    action: 'Check the key and the project, then choose whether to remove what was not seen.',
    retryable: false,
  },
  sync_running: {
    title: 'A sync is running',
    why: 'Only one run at a time reads a list.',
    action: 'Wait for it, or cancel it.',
    retryable: true,
  },
  keychain_unavailable: {
    title: 'The keychain does not answer',
    why: 'This computer has no keychain that can be used now, so keys are kept until Postroom quits.',
    action:
      'Try again to keep the key until Postroom quits. Or start a keychain such as GNOME Keyring, then retry in Settings.',
    retryable: true,
  },
  keychain_locked: {
    title: 'The keychain is locked',
    why: 'The key is kept there, but the keychain does not give it out. It may also have been changed or removed.',
    action: 'Unlock the keychain, then retry.',
    retryable: true,
  },
  passphrase_wrong: {
    title: 'That is not the passphrase',
    why: 'From the fifth try on, each one takes 10 seconds.',
    action: 'Type it again, as it was chosen.',
    retryable: false,
  },
  seal_damaged: {
    title: 'The sealed keys were changed',
    why: 'The file keys.sealed is not as Postroom wrote it, so it is not opened. Nothing was written or deleted.',
    action: 'Put back a copy of that file, or start over.',
    retryable: false,
  },
  key_too_long: {
    title: 'The key is too long',
    why: 'A key has at most 2,500 bytes. Keychains take no more.',
    action: 'Check what was pasted and enter the key alone.',
    retryable: false,
  },
  cache_damaged: {
    title: 'The copy is damaged',
    why: 'The file of the local copy cannot be read any more. The service still has everything.',
    action: 'Set the file aside and copy again.',
    retryable: false,
  },
  cache_wrong_key: {
    title: 'The copy cannot be opened',
    why: 'The keychain holds another key than the one that the copy was encrypted with.',
    action: 'Restore the keychain, or set the file aside and copy again.',
    retryable: false,
  },
  cache_newer: {
    title: 'The copy is from a newer Postroom',
    why: 'A newer version wrote it. This one leaves it untouched.',
    action: 'Update Postroom.',
    retryable: false,
  },
  cache_busy: {
    title: 'The copy is in use',
    why: 'Another program holds the file of the local copy.',
    action: 'Close the other Postroom or the program that reads the file, then try again.',
    retryable: true,
  },
  cache_worker_stopped: {
    title: 'The copy stopped answering',
    why: 'The part of Postroom that reads the local copy ended. What was stored is safe.',
    action: 'Try again. If it stays, restart Postroom.',
    retryable: true,
  },
  disk_full: {
    title: 'The disk is full',
    why: 'There is no room left for the local copy. What was stored before is safe.',
    action: 'Free some space, then go on.',
    retryable: true,
  },
  file_unwritable: {
    title: 'The file cannot be written',
    why: 'This computer does not allow a file at that place.',
    action: 'Choose another folder, or correct its permissions.',
    retryable: false,
  },
  file_unreadable: {
    title: 'The file cannot be read',
    why: 'It is gone, this computer does not allow it to be read, or it is not the kind of file that is meant.',
    action: 'Choose another file, or correct its permissions.',
    retryable: false,
  },
  embedded_service_failed: {
    title: 'The embedded service did not start',
    why: 'It ended before it was ready.',
    action: 'Try again. If it stays, look at the log in the data folder.',
    retryable: true,
  },
  profile_missing: {
    title: 'This profile is gone',
    why: 'It was removed, or none is chosen yet.',
    action: 'Choose another profile, or connect to a service.',
    retryable: false,
  },
  profile_read_only: {
    title: 'This profile is read-only',
    why: 'Nothing is changed at its service, by your own setting.',
    action: 'Allow changes in Settings if you mean to.',
    retryable: false,
  },
  input_invalid: {
    title: 'The input cannot be used',
    why: 'Something entered is missing or has the wrong form.',
    action: 'Correct what is marked.',
    retryable: false,
  },
  internal: {
    title: 'Postroom made a mistake',
    why: 'Something happened that should not. It was logged.',
    action: 'Try again. If it stays, report it with the log.',
    retryable: false,
  },
}

/**
 * The error for a code, with the sentences of this table. `overrides` says more where the caller knows more;
 * `cause` keeps the original for the log.
 */
export function problem(
  code: ProblemCode,
  overrides: Partial<Omit<Problem, 'code'>> = {},
  options?: { cause?: unknown },
): ProblemError {
  return new ProblemError({ code, ...sentences[code], ...overrides }, options)
}

/** Whether an error is the {@link ProblemError} of one of these codes; of any code where none is given. */
export function isProblem(error: unknown, ...codes: ProblemCode[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.problem.code))
}

/** Any failure as a ProblemError: one of ours as it is, everything else as `internal` with the original as cause. */
export function asProblem(error: unknown): ProblemError {
  return error instanceof ProblemError ? error : problem('internal', {}, { cause: error })
}
