/** What others on the page may use of imports: files, columns and rejected rows. */
export { default as FileWays } from './file/FileWays.vue'
export { default as ReadNotes } from './file/ReadNotes.vue'
export { default as ReadingForm } from './file/ReadingForm.vue'
export { foundOtherwise, readingWords } from './file/reading-words'
export { uploadFile } from './file/upload'
export { useDrop } from './file/use-drop'
export { default as WizardFoot } from './WizardFoot.vue'
export { type Arrival, useWaysIn } from './file/use-ways-in'
