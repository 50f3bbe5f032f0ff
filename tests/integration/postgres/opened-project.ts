import { basename } from 'node:path'
import type { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { openProject } from '../../../src-service/store/postgres/open-project'
import type { OpenedProject } from '../../../src-service/store/postgres/shared-database'
import { connectTo } from '../../fixtures/project-rows'

/** Connects to the database of the tests past the service, seeing the project that a folder stands for alone, until the test ends. */
export async function connectPast(folder: string): Promise<Client> {
  const client = await connectTo(inject('database'), basename(folder))
  onTestFinished(() => client.end())
  return client
}

/** Opens that project as a process does, until the test ends: made where there is none, with nobody in it. */
export async function openForTest(folder: string): Promise<OpenedProject> {
  const at = { url: inject('database'), project: basename(folder), connections: 4 }
  const project = await openProject(at, folder, { contacts: 0 }, () => undefined)
  onTestFinished(() => project.close())
  return project
}
