import type { TemplateLanguage } from '../../../src-shared/interface/liquid-view'
import type { Cache } from '../../cache/store'

/**
 * Whether the service of a copy is a deployed one, as its records told last: it has calls beside the specified ones, and
 * reads conditions and templates in a way of its own.
 */
export async function isDeployed({
  audience,
}: {
  audience: Pick<Cache['audience'], 'reading'>
}): Promise<boolean> {
  return (await audience.reading()) === 'deployed'
}

/**
 * The language that the service of a copy reads templates in: deployed services speak Liquid, but for early ones, which
 * are told by what they were asked (`src-main/features/capabilities`).
 */
export async function languageOf(cache: {
  audience: Pick<Cache['audience'], 'reading'>
  capabilities: Pick<Cache['capabilities'], 'all'>
}): Promise<TemplateLanguage> {
  if (!(await isDeployed(cache))) return 'plain'
  const found = (await cache.capabilities.all()).find(({ key }) => key === 'templateLanguage')
  return found?.answer === 'placeholders' ? 'plain' : 'liquid'
}
