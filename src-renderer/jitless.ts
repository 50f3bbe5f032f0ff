import { z } from 'zod'

// zod compiles its parsers with `new Function`, which our content security policy forbids. Imported before
// anything that builds a schema.
z.config({ jitless: true })

// Without an export this would be a CommonJS module to the bundler, which runs after what it should come before.
export {}
