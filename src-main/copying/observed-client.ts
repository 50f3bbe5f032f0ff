import type { Answer } from '../core/client/answer'
import type { ServiceClient } from '../core/client/client'

/**
 * Told of the outcome of every call: undefined when an answer came that could be used, else the failure. `tellsOfKey`:
 * whether the call is one that every service answers to a secret key, so that a refusal is about the key and not the call.
 */
export type Observe = (failure: unknown, tellsOfKey: boolean) => void

/**
 * The client of the moment, with every outcome told: how the console learns, from its ordinary traffic, whether
 * the service answers. `current` may answer with another client from call to call: a key was replaced.
 * In one piece: it is a table of the client's calls.
 */
export function observeClient(current: () => ServiceClient, observe: Observe): ServiceClient {
  function watched<A extends unknown[], T>(call: (...args: A) => Promise<Answer<T>>, tellsOfKey = false) {
    return async (...args: A): Promise<Answer<T>> => {
      try {
        const answer = await call(...args)
        observe(undefined, tellsOfKey)
        return answer
      } catch (error) {
        observe(error, tellsOfKey)
        throw error
      }
    }
  }
  return {
    listContacts: watched((request, options) => current().listContacts(request, options), true),
    listEvents: watched((request, options) => current().listEvents(request, options)),
    listEventNames: watched((options) => current().listEventNames(options)),
    countCampaigns: watched((options) => current().countCampaigns(options)),
    getContact: watched((id, options) => current().getContact(id, options)),
    upsertContact: watched((body, options) => current().upsertContact(body, options)),
    updateContact: watched((id, body, options) => current().updateContact(id, body, options)),
    changeAddress: watched((id, email, options) => current().changeAddress(id, email, options)),
    deleteContact: watched((id, options) => current().deleteContact(id, options)),
    track: watched((body, key, options) => current().track(body, key, options)),
    listMembers: watched((id, request, options) => current().listMembers(id, request, options)),
    addMembers: watched((id, emails, options) => current().addMembers(id, emails, options)),
    removeMembers: watched((id, emails, options) => current().removeMembers(id, emails, options)),
    verifyAddress: watched((email, options) => current().verifyAddress(email, options)),
    listCatalogue: (list, ...rest) => watched(() => current().listCatalogue(list, ...rest))(),
    getRecord: (list, ...rest) => watched(() => current().getRecord(list, ...rest))(),
    createRecord: (list, ...rest) => watched(() => current().createRecord(list, ...rest))(),
    updateRecord: (list, ...rest) => watched(() => current().updateRecord(list, ...rest))(),
    deleteRecord: watched((list, id, options) => current().deleteRecord(list, id, options)),
    sendCampaign: watched((id, body, options) => current().sendCampaign(id, body, options)),
    cancelCampaign: watched((id, options) => current().cancelCampaign(id, options)),
    testCampaign: watched((id, email, options) => current().testCampaign(id, email, options)),
    campaignStats: watched((id, options) => current().campaignStats(id, options)),
    listExecutions: watched((id, request, options) => current().listExecutions(id, request, options)),
    lookUp: watched((emails, options) => current().lookUp(emails, options)),
    changeMany: watched((operation, ids, options) => current().changeMany(operation, ids, options)),
    changeStatus: watched((id, options) => current().changeStatus(id, options)),
    sendMail: watched((body, key, options) => current().sendMail(body, key, options)),
    verifyDomain: watched((id, options) => current().verifyDomain(id, options)),
    recountSegment: watched((id, isTracked, options) => current().recountSegment(id, isTracked, options)),
    contactEvents: watched((id, options) => current().contactEvents(id, options)),
    deleteField: watched((key, options) => current().deleteField(key, options)),
    deleteEvents: watched((name, options) => current().deleteEvents(name, options)),
    projectActivity: watched((asked, options) => current().projectActivity(asked, options)),
    uploadImage: watched((image, options) => current().uploadImage(image, options)),
    upcoming: watched((limit, options) => current().upcoming(limit, options)),
    templateUsage: watched((id, options) => current().templateUsage(id, options)),
    campaignRecipients: watched((id, asked, options) => current().campaignRecipients(id, asked, options)),
    startExecution: watched((id, contactId, options) => current().startExecution(id, contactId, options)),
    cancelExecution: watched((id, executionId, options) =>
      current().cancelExecution(id, executionId, options),
    ),
    cancelExecutions: watched((id, options) => current().cancelExecutions(id, options)),
    duplicateCampaign: watched((id, options) => current().duplicateCampaign(id, options)),
    changeSteps: watched((id, call, options) => current().changeSteps(id, call, options)),
    probe: watched((probe, options) => current().probe(probe, options)),
    get service() {
      return current().service
    },
    hear: (listener) => current().hear(listener),
    know: (quirks) => current().know(quirks),
    get reading() {
      return current().reading
    },
    get budget() {
      return current().budget
    },
    watch: (listener) => current().watch(listener),
    setBackgroundShare: (share) => current().setBackgroundShare(share),
    close: () => current().close(),
  }
}
