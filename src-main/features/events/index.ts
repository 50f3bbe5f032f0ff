/** What others may use of events: what they tell of mails, and which of them a contact got. */
export { mailsOfContact, type MailSteps, shows as subjectBecame, stepsByMail } from './mails'
