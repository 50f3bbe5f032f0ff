/** What others may use of events: what they tell of mails. */
export { type MailSteps, stepsByMail } from './mails'
