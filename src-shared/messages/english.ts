import format from '../../resources/messages/en/format.json'

/** Every text of the console in English: a catalogue for each capability, and for what they share. */
export const english = {
  format,
}
