import type { TeamPerson, TeamState } from '../../../../src-shared/bridge/team'

/** A key that is told from others by one digit. */
export const keyOf = (digit: string) => digit.repeat(64)

/** Somebody of a team, as the page is told. */
export function teamPerson(
  name: string,
  digit: string,
  state: TeamPerson['state'] = 'confirmed',
): TeamPerson {
  return {
    key: keyOf(digit),
    name,
    groups: Array.from({ length: 8 }, () => digit.repeat(4)),
    state,
    since: 0,
    by: '',
    machine: 'test',
    lastSeen: 0,
    whole: true,
    signs: true,
    signed: 1,
  }
}

/** A folder that three people share. */
export function sharedFolder(): TeamState {
  return {
    profileId: 'p',
    revision: 1,
    shared: {
      path: '/team',
      provider: null,
      state: 'synced',
      readAt: 0,
      behindSince: null,
      bytes: 1000,
      parts: [],
      aside: [],
      asideCount: 0,
      people: [
        teamPerson('Wiebke Harms', '1', 'me'),
        teamPerson('Karel Dvořák', '2'),
        teamPerson('Ingrid Aune', '3'),
      ],
      rule: { signers: 2, over: 1000, editorSigns: true, notesBlock: false },
      wanted: null,
    },
  }
}
