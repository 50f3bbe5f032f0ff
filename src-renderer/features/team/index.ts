/** What others may use of the team: its part of Settings, and how its folder is, in words. */
export { folderWords } from './folder-words'
export { default as TeamSection } from './TeamSection.vue'
