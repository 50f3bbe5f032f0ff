/** What others may use of sending domains: their list and which of them covers a sender. */
export { Domains } from './domains'
export { type AskSender, createAskSender, sendingDomains } from './senders'
