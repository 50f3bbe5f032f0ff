/** Limits of the service (interface.md section 8). */
export const limits = {
  /** Requests a minute and project. */
  requestsPerMinute: 1000,
  /** The same of the embedded service that the console starts for itself: more than it answers, so that nothing waits. */
  ownRequestsPerMinute: 120_000,
  /** Emails a second. */
  emailsPerSecond: 14,
  /** `limit` of the email-service lists: default and range. */
  page: { default: 20, min: 1, max: 100 },
  /** `limit` of the record-management interface: default, and the value larger ones are lowered to. */
  records: { default: 50, max: 100 },
  /** Recipients of one POST /v1/send: more of them are a campaign's. */
  recipients: 1000,
  /** So long an idempotency key is surely known: it is claimed for 24 h (wire.md), and clocks may differ by an hour. */
  idempotencyKeyMs: 23 * 3_600_000,
  /** POST /v1/send. */
  attachments: { count: 10, bytes: 10 * 1024 * 1024 },
} as const
