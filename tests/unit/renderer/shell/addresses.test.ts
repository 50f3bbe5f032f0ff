import { describe, expect, it } from 'vitest'
import { createMemoryHistory, type RouteLocationRaw } from 'vue-router'
import {
  batchLink,
  batchOfJobLink,
  bulkJobLink,
  campaignLink,
  contactLink,
  correctionJobLink,
  editSegmentLink,
  importLink,
  newBatchLink,
  segmentMembersLink,
  templateLink,
  verdictRulesLink,
  workflowEditLink,
  workflowLink,
} from '../../../../src-renderer/links'
import { createScreenRouter } from '../../../../src-renderer/router'

/** The greatest number that an id can be. */
const greatest = Number.MAX_SAFE_INTEGER

describe('the address of', () => {
  it.each<[string, RouteLocationRaw]>([
    ['a batch', batchLink(greatest)],
    ['a new batch', newBatchLink()],
    ['the rules of verdicts', verdictRulesLink()],
    ['a batch of a job', batchOfJobLink(greatest)],
    ['corrections', correctionJobLink(greatest)],
    ['a change of many', bulkJobLink(greatest)],
    ['an import', importLink(greatest, 'run')],
    ['a contact', contactLink('a/b?c#d %')],
    ['a segment’s members', segmentMembersLink('a/b?c#d %')],
    ['a segment that is changed', editSegmentLink('a/b?c#d %')],
    ['a template', templateLink('a/b?c#d %')],
    ['a campaign', campaignLink('a/b?c#d %', 'audience')],
    ['a workflow', workflowLink('a/b?c#d %')],
    ['a workflow that is changed', workflowEditLink('a/b?c#d %')],
  ])('%s leads back to it: by Reload, and by Back', (_, link) => {
    const router = createScreenRouter(createMemoryHistory())
    const there = router.resolve(link)
    const { name, params, query } = router.resolve(there.fullPath)
    expect({ name, params, query }).toEqual({
      name: there.name,
      params: Object.fromEntries(Object.entries(there.params).map(([key, value]) => [key, String(value)])),
      query: Object.fromEntries(Object.entries(there.query).map(([key, value]) => [key, String(value)])),
    })
  })
})
