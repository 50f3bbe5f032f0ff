import { tell } from '../../../src-shared/messages/told'
import { t } from '../../../src-shared/messages/message'
import type { ProblemError } from '../../../src-shared/problem'
import { problem } from '../../core/problems'
import type { Stand } from './stand'

/** The folder is not where it was, or another team's by now. */
export function notFound(folder: string): ProblemError {
  return problem('file_unreadable', {
    title: tell('team.refused.folderNotFound'),
    why: tell('team.refused.folderIsNotThere', { folder }),
    action: tell('team.refused.startTheSynchroniser'),
  })
}

/** A folder cannot be made a team's. */
export function notOpened(folder: string, cause: unknown): ProblemError {
  return problem(
    'file_unreadable',
    {
      title: tell('team.refused.folderCannotBeShared'),
      why: tell('team.refused.folderCannotBeRead', { folder }),
      action: tell('team.refused.chooseAFolder'),
    },
    { cause },
  )
}

/** An entry could not be put into the folder. */
export function cannotWrite(folder: string, cause: unknown): ProblemError {
  return problem('file_unwritable', { why: t('team.refused.notWritten', { folder }) }, { cause })
}

/** A view asks for more than an entry holds. */
export function viewTooLarge(name: string): ProblemError {
  return problem('input_invalid', {
    title: t('team.refused.viewNotShared', { name }),
    why: t('team.refused.viewTooLarge'),
  })
}

/** Entries of one's own are gone from the folder, or tell two stories: another would make it worse. */
export function notWhole(): ProblemError {
  return problem('conflict', {
    title: tell('team.refused.yourEntriesAreMissing'),
    why: tell('team.refused.whatYouWrote'),
    action: tell('team.refused.waitForTheFolder'),
  })
}

/** There is nobody of this key. */
export function noPerson(): ProblemError {
  return problem('not_found', { title: t('team.refused.nobodyOfThisKey') })
}

/** Somebody else has one's own name: two signatures would be one. */
export function othersName(name: string): ProblemError {
  return problem('conflict', {
    title: tell('team.refused.theNameIsYours'),
    why: tell('team.refused.oneNameOnePerson', { name }),
    action: tell('team.refused.haveThemJoinAgain'),
  })
}

/** The name that had to be typed is another. */
export function notTyped(): ProblemError {
  return problem('input_invalid', {
    why: tell('team.refused.theNameDiffers'),
    fields: [{ field: 'name', message: t('team.refused.theNameDiffers') }],
  })
}

/** Without somebody the rule could never be met. */
export function tooFew(name: string, left: number, signers: number): ProblemError {
  return problem('conflict', {
    title: tell('team.refused.tooFewWouldBeLeft'),
    why: tell('team.refused.leftOfSigners', { name, left, signers }),
    action: tell('team.refused.changeTheRuleFirst'),
  })
}

/** Why a campaign may not leave yet. */
export function notAllowed(stand: Stand | null): ProblemError {
  return problem('conflict', {
    title: tell('team.refused.itIsNotSigned'),
    why: whyNot(stand),
    action: tell('team.refused.openItsReview'),
  })
}

function whyNot(stand: Stand | null): string {
  if (stand === null) return t('team.refused.reviewItFirst')
  const [objection] = stand.objections
  if (objection) return t('team.refused.somebodyObjects', { name: objection.name, text: objection.text })
  if (stand.incomplete.length > 0) {
    return t('team.refused.entriesAreMissing', { names: stand.incomplete.join(', ') })
  }
  if (stand.missing > 0) {
    const { missing, signatures } = stand
    return t('team.refused.signaturesAreMissing', { missing, signed: signatures.length })
  }
  return t('team.refused.notesWait', { notes: stand.unanswered })
}
