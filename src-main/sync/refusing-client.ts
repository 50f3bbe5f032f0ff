import { limits } from '../../src-shared/interface/limits'
import type { Problem } from '../../src-shared/problem'
import { ProblemError } from '../../src-shared/problem'
import { noAnswerTimes } from '../client/answer-times'
import type { ServiceClient } from '../client/client'

/** The client of a profile that cannot speak to its service now, and why: nothing is sent. */
export function refusingClient(problem: Problem): ServiceClient {
  const refuse = () => Promise.reject(new ProblemError(problem))
  return {
    listContacts: refuse,
    listEvents: refuse,
    listEventNames: refuse,
    countCampaigns: refuse,
    getContact: refuse,
    upsertContact: refuse,
    updateContact: refuse,
    changeAddress: refuse,
    deleteContact: refuse,
    track: refuse,
    listMembers: refuse,
    addMembers: refuse,
    removeMembers: refuse,
    verifyAddress: refuse,
    listCatalogue: refuse,
    getRecord: refuse,
    createRecord: refuse,
    updateRecord: refuse,
    deleteRecord: refuse,
    sendCampaign: refuse,
    cancelCampaign: refuse,
    testCampaign: refuse,
    campaignStats: refuse,
    listExecutions: refuse,
    sendMail: refuse,
    lookUp: refuse,
    changeMany: refuse,
    changeStatus: refuse,
    reading: null,
    budget: {
      spent: 0,
      ceiling: limits.requestsPerMinute,
      share: 0,
      refusedForRate: 0,
      holds: 0,
      serverErrors: 0,
      answerTimes: noAnswerTimes(),
      heldUntil: null,
      latencyMs: null,
      unreachable: null,
    },
    watch: () => () => undefined,
    setBackgroundShare: () => undefined,
    close: () => Promise.resolve(),
  }
}
