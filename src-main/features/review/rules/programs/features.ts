import { t } from '../../../../../src-shared/messages/message'
import type { MailProgram } from '../../../../../src-shared/bridge/rendered-mail'
import type { ParsedMail } from '../../parsed-mail'
import { cssMatches, type FoundFeature, imagesOf } from './hits'
import type { LeftOut } from '../../render/css'
import { isShownBy } from './tables'
import { webFont } from './web-font'

/** A property or a function of CSS; `then` is said where it is left out. */
interface CssFeature {
  slug: string
  code: string
  outcome: FoundFeature['outcome']
  pattern: RegExp
  title(): string
  then(): string
}

const plainer = (): string => t('review.programs.itLooksPlainer')
const columns = (): string => t('review.programs.itsPartsStandOne')

const styles: readonly CssFeature[] = [
  {
    slug: 'css-box-shadow',
    code: 'box-shadow',
    outcome: 'note',
    pattern: /\bbox-shadow\s*:(?!\s*none)/gi,
    title: () => t('review.programs.noShadow'),
    then: plainer,
  },
  {
    slug: 'css-text-shadow',
    code: 'text-shadow',
    outcome: 'note',
    pattern: /\btext-shadow\s*:(?!\s*none)/gi,
    title: () => t('review.programs.noShadowOfText'),
    then: plainer,
  },
  {
    slug: 'css-linear-gradient',
    code: 'gradient',
    outcome: 'note',
    pattern: /\b(?:linear|radial|conic)-gradient(?=\()/gi,
    title: () => t('review.programs.noGradient'),
    then: () => t('review.programs.theColourBeneathShows'),
  },
  {
    slug: 'css-background-image',
    code: 'background-image',
    outcome: 'note',
    pattern: /\bbackground(?:-image)?\s*:(?=[^;}"]*\burl\()/gi,
    title: () => t('review.programs.noBackgroundPicture'),
    then: () => t('review.programs.theColourBeneathShows'),
  },
  {
    slug: 'css-animation',
    code: 'animation',
    outcome: 'note',
    pattern: /\banimation(?:-name)?\s*:(?!\s*none)/gi,
    title: () => t('review.programs.nothingMoves'),
    then: () => t('review.programs.itStandsStill'),
  },
  {
    slug: 'css-filter',
    code: 'filter',
    outcome: 'note',
    pattern: /(?<![-\w])filter\s*:(?!\s*(?:none|alpha|progid))/gi,
    title: () => t('review.programs.noFilter'),
    then: plainer,
  },
  {
    slug: 'css-object-fit',
    code: 'object-fit',
    outcome: 'note',
    pattern: /\bobject-fit\s*:\s*(?:cover|contain|none|scale-down)/gi,
    title: () => t('review.programs.picturesAreStretched'),
    then: () => t('review.programs.cutThemToSize'),
  },
  {
    slug: 'css-transform',
    code: 'transform',
    outcome: 'note',
    pattern: /(?<![-\w])transform\s*:(?!\s*none)/gi,
    title: () => t('review.programs.nothingIsTurned'),
    then: () => t('review.programs.itStandsStraight'),
  },
  {
    slug: 'css-unit-calc',
    code: 'calc()',
    outcome: 'note',
    pattern: /\bcalc(?=\()/gi,
    title: () => t('review.programs.codeIgnored', { code: '`calc()`' }),
    then: () => t('review.programs.theLineBeforeIt'),
  },
  {
    slug: 'css-function-clamp',
    code: 'clamp()',
    outcome: 'note',
    pattern: /\bclamp(?=\()/gi,
    title: () => t('review.programs.codeIgnored', { code: '`clamp()`' }),
    then: () => t('review.programs.theLineBeforeIt'),
  },
  {
    slug: 'css-function-light-dark',
    code: 'light-dark()',
    outcome: 'warning',
    pattern: /\blight-dark(?=\()/gi,
    title: () => t('review.programs.colourIgnored', { code: '`light-dark()`' }),
    then: () => t('review.programs.writeAPlainColour'),
  },
  {
    slug: 'css-variables',
    code: 'var()',
    outcome: 'warning',
    pattern: /\bvar(?=\(\s*--)/gi,
    title: () => t('review.programs.colourIgnored', { code: '`var()`' }),
    then: () => t('review.programs.writeThePlainValue'),
  },
  {
    slug: 'css-display-flex',
    code: 'flex',
    outcome: 'warning',
    pattern: /\bdisplay\s*:\s*(?:inline-)?flex\b/gi,
    title: () => t('review.programs.columnsStack', { code: '`flex`' }),
    then: columns,
  },
  {
    slug: 'css-display-grid',
    code: 'grid',
    outcome: 'warning',
    pattern: /\bdisplay\s*:\s*(?:inline-)?grid\b/gi,
    title: () => t('review.programs.columnsStack', { code: '`grid`' }),
    then: columns,
  },
  {
    slug: 'css-gap',
    code: 'gap',
    outcome: 'warning',
    pattern: /(?<![-\w])(?:column-|row-)?gap\s*:(?!\s*0)/gi,
    title: () => t('review.programs.gapIgnored'),
    then: () => t('review.programs.giveTheCellsA'),
  },
  {
    slug: 'css-position',
    code: 'position',
    outcome: 'warning',
    pattern: /(?<![-\w])position\s*:\s*(?:absolute|fixed|sticky)/gi,
    title: () => t('review.programs.codeIgnored', { code: '`position`' }),
    then: () => t('review.programs.itStandsWhereIt'),
  },
]

/** Files of pictures that some programs do not show. */
const files = [
  { slug: 'image-svg', kind: 'SVG', pattern: /\.svg(?:[?#]|$)|^data:image\/svg/i },
  { slug: 'image-webp', kind: 'WebP', pattern: /\.webp(?:[?#]|$)|^data:image\/webp/i },
  { slug: 'image-avif', kind: 'AVIF', pattern: /\.avif(?:[?#]|$)|^data:image\/avif/i },
]

const rounded =
  /\bborder(?:-(?:top|bottom|start|end)-(?:left|right|start|end))?-radius\s*:(?!\s*0(?:px|%)?\s*[;}"!])/gi

/** What a mail has that not every program shows. */
export function featuresOf(parsed: ParsedMail): FoundFeature[] {
  const round = cssMatches(parsed, rounded)
  const isButton = round.some(({ element }) => element !== null && /^(?:a|button|td)$/.test(element.tag))
  const found: FoundFeature[] = [
    {
      slug: 'css-border-radius',
      code: 'border-radius',
      outcome: 'note',
      title: isButton ? t('review.programs.noRoundedButton') : t('review.programs.noRoundedCorners'),
      then: isButton ? t('review.programs.itHasSquareCorners') : plainer(),
      hits: round,
    },
    ...styles.map(({ pattern, title, then, ...feature }) => ({
      ...feature,
      title: title(),
      then: then(),
      hits: cssMatches(parsed, pattern),
    })),
    ...files.map(({ slug, kind, pattern }) => ({
      slug,
      code: kind,
      outcome: 'warning' as const,
      title: t('review.programs.pictureAsKind', { kind }),
      then: t('review.programs.saveItAsPng'),
      hits: imagesOf(parsed, pattern),
    })),
    ...webFont(parsed),
  ]
  return found.filter(({ hits }) => hits.length > 0)
}

/** What a program leaves out of a mail, as far as the tables tell. */
export function leftOutBy(program: MailProgram): LeftOut {
  const isLeftOut = ({ slug }: { slug: string }): boolean => !isShownBy(program, slug)
  const backgrounds = isLeftOut({ slug: 'css-background-image' })
  const values = styles.filter((one) => one.slug !== 'css-background-image' && isLeftOut(one))
  const kinds = files.filter(isLeftOut)
  return {
    backgrounds,
    media: isLeftOut({ slug: 'css-at-media' }),
    declares: (property, value) => {
      const plain = property.replace(/^border-.*-radius$/, 'border-radius')
      if (plain !== 'background-image' && isLeftOut({ slug: `css-${plain}` })) return true
      const text = `${property}:${value}`
      // A pattern that is asked for all its places remembers the last.
      return values.some(({ pattern }) => text.search(pattern) >= 0)
    },
    picture: (address) => kinds.some(({ pattern }) => pattern.test(address)),
  }
}
