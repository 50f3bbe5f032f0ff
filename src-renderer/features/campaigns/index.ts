/** What others on the page may use of campaigns. */
export { statusWord } from './campaign-words'
export { default as CampaignHold } from './hold/CampaignHold.vue'
