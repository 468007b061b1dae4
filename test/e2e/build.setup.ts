import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from '@playwright/test'

test('the app is built from what is here now', () => {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', 'tools', 'build.ts')], { stdio: 'inherit' })
})
