/** What the worker of an import is started with. */
export interface StagingStart {
  folder: string
  id: number
  key: string | null
  cacheFolder: string
}
