import type { CallOptions } from './call-options'
import { isProblem } from '../problems'
import type { KeyProject } from './projects'

/** Where a service keeps its domains, as its answers tell: at `/domains`, or by project. */
export function domainPlace(keyProject: KeyProject) {
  /** Whose domains are listed by project; null: the service has `/domains`; undefined: nobody has asked yet. */
  let project: string | null | undefined

  const pathOf = (id: string) => `/domains/project/${encodeURIComponent(id)}`

  async function list<T>(listAt: (path: string) => Promise<T>, options: CallOptions): Promise<T> {
    if (project) return listAt(pathOf(project))
    try {
      const listed = await listAt('/domains')
      project = null
      return listed
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error
      const id = await keyProject.id(options)
      if (id === null) throw error
      const listed = await listAt(pathOf(id))
      project = id
      return listed
    }
  }

  return {
    /** Lists them by `listAt` from wherever they are. Rejects with `not_found` where the service has neither list. */
    list,
    /** What a new domain's body says beside the domain. `listAt` as before: the place may not be known yet. */
    async project(listAt: (path: string) => Promise<unknown>, options: CallOptions) {
      if (project === undefined) await list(listAt, options)
      return project ? { projectId: project } : {}
    },
  }
}
