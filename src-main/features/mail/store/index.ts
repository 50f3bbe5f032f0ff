/** What others may use of the part of the copy that belongs to mail: what was sent. */
export {
  mailHoldTable,
  sentMailColumns,
  type AddedMail,
  type SentMailStore,
  sentMailStore,
} from './sent-mails'
