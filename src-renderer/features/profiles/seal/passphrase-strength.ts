import { t } from '../../../../src-shared/messages/message'
import { shortestPassphrase } from '../../../../src-shared/bridge/seal'

/** How hard a passphrase is to guess: 1 to 5. */
export interface Strength {
  bars: 1 | 2 | 3 | 4 | 5
  /** What would make it better; '' where nothing has to. */
  advice: string
  /** What makes a strong one strong: "Six words that do not belong together."; '' where that is not plain. */
  merit: string
}

/** So many bars of five a passphrase needs. */
const enough = 3
const words = 6

/** Kept once loaded: only who chooses a passphrase needs the lists, which are large. */
let lists: Promise<Awaited<ReturnType<typeof load>>> | null = null

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return {
    estimator: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
    diceware: dictionary['diceware-common'],
  }
}

const loaded = () => (lists ??= load())

/** How strong a passphrase is. */
export async function strengthOf(passphrase: string): Promise<Strength> {
  const { estimator } = await loaded()
  // Beyond this nothing changes, but the time that it takes does.
  const { score } = estimator.check(passphrase.slice(0, 100))
  const bars = ([1, 2, 3, 4, 5] as const)[score] ?? 1
  if ([...passphrase].length < shortestPassphrase)
    return {
      bars: bars > 2 ? 2 : bars,
      advice: t('profiles.passphraseStrength.shortestpassphraseCharactersAtLe', { shortestPassphrase }),
      merit: '',
    }
  if (bars < enough) return { bars, advice: t('profiles.passphraseStrength.tooEasyToGuess'), merit: '' }
  return { bars, advice: '', merit: bars === 5 ? meritOf(passphrase) : '' }
}

/** So few and so many words are told of. */
const [fewest, most] = [4, 10]
/** Words that hold sentences together: where one stands, the others may well be a saying. */
const joining =
  /^(an?|and|are|as|at|be|but|by|for|from|i|in|is|it|my|not|of|on|or|our|so|that|the|this|to|was|we|with|you|your)$/i

/** Says how many words a passphrase is of, where they are different ones without a sentence around them. */
function meritOf(passphrase: string): string {
  const all = passphrase.trim().split(/[\s-]+/)
  const belong = all.some((word) => joining.test(word) || !/^\p{L}{2,}$/u.test(word))
  const isMixed = new Set(all.map((word) => word.toLowerCase())).size === all.length
  const count = all.length
  return belong || !isMixed || count < fewest || count > most
    ? ''
    : t('profiles.passphraseStrength.countWordsThatDo', { count })
}

/** What a strength is called. */
export function strengthWord({ bars }: Strength): string {
  return t(`profiles.strength.${bars}`)
}

/** Whether a passphrase may seal. */
export function isStrong({ bars, advice }: Strength): boolean {
  return bars >= enough && advice === ''
}

/** Six words of the diceware list, drawn at random: 77 bits. */
export async function suggestPassphrase(): Promise<string> {
  const { diceware } = await loaded()
  return Array.from({ length: words }, () => diceware[below(diceware.length)] ?? '').join(' ')
}

/** A random number from 0, every one as likely: what the last, shorter round of 2^32 would favour is drawn again. */
function below(end: number): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn < 2 ** 32 - (2 ** 32 % end) ? drawn % end : below(end)
}
