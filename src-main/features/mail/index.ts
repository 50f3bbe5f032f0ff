/** What others may use of mail: attachments, images and single sendings. */
export { type MailHolds, openMailHolds } from './holds'
export { MailImages } from './images'
export { type Mails, openMails } from './mails'
export { endedBetween, makeOnce } from './outcome'
