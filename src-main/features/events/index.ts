/** What others may use of events: which mails a contact got. */
export { mailsOfContact, shows as subjectBecame } from './mails'
