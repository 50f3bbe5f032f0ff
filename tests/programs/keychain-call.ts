// Carries one call out on the real keychain and prints what came of it as a JSON line: OP ACCOUNT [SECRET].
import { isProblem } from '../../src-main/core/problems'
import { built } from '../fixtures/built'
import { openOn } from '../fixtures/open-keychain'

async function main([op, account = '', secret = '']: string[]): Promise<void> {
  const { keychain } = await openOn(built('main', 'keychain.js'), { env: process.env })
  const started = keychain.state
  let value: string | null = null
  let code: string | null = null
  try {
    if (op === 'get') value = await keychain.get(account)
    else if (op === 'set') await keychain.set(account, secret)
    else if (op === 'delete') await keychain.delete(account)
  } catch (error) {
    code = isProblem(error) ? error.problem.code : String(error)
  }
  console.log(JSON.stringify({ started, value, code, state: keychain.state }))
  keychain.close()
}

void main(process.argv.slice(2))
