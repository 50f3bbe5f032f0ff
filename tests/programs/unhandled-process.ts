import { createLogger } from '../../src-main/core/log'
import { logUnhandled } from '../../src-main/hosts/unhandled'

// What fails where nobody waits for it, in a program that has something left to do. It ends once its standard input does.

logUnhandled(createLogger(process.stderr))
void Promise.reject(new Error('The copy is gone, sk_0123456789abcdef0123456789abcdef'))
process.stdin.on('end', () => process.stdout.write('done\n')).resume()
