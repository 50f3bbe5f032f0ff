/** What others on the page may use of segments: conditions and the choice of one. */
export { default as ConditionBuilder } from './condition/ConditionBuilder.vue'
export { default as ConditionCount } from './condition/ConditionCount.vue'
export { default as ConditionLine } from './ConditionLine.vue'
export { default as ConditionEditor } from './condition/ConditionEditor.vue'
export { default as SuggestInput } from './condition/SuggestInput.vue'
export {
  type ConditionSources,
  provideConditionSources,
  useConditionSources,
} from './condition/condition-sources'
export { comparisonWords } from './condition/condition-words'
export { eventNamed } from './condition/fields-named'
export { gapWords } from './condition/gap-words'
