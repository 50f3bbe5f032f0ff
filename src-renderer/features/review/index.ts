/** What others on the page may use of the review: its words and how it is shown. */
export { default as MarkedText } from './MarkedText.vue'
export { default as OutcomeIcon } from './OutcomeIcon.vue'
export { checkFigure, checkGroups, distinctPlaces, findings, isAboutLinks, placeWords } from './check-groups'
