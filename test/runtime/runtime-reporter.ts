import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { chooseRuntime, realElectronSkipPrefix } from './choose-runtime.ts'

/** Reports at the end which runtime the tests used. Lists the tests that were skipped because they need real Electron. */
export default class RuntimeReporter implements Reporter {
  private readonly skipped: string[] = []

  onTestEnd(test: TestCase, result: TestResult): void {
    const reason = result.annotations.find(
      (annotation) => annotation.type === 'skip' && annotation.description?.startsWith(realElectronSkipPrefix)
    )
    if (reason)
      this.skipped.push(`  - ${test.titlePath().slice(3).join(' › ')}: ${reason.description?.slice(realElectronSkipPrefix.length)}`)
  }

  onEnd(): void {
    const runtime = chooseRuntime() === 'electron' ? 'real Electron' : 'the stand-in runtime (Electron’s executable isn’t installed)'
    console.log(`\nThese tests ran on ${runtime}.`)
    if (this.skipped.length > 0) console.log(`Skipped because they need real Electron:\n${this.skipped.join('\n')}`)
  }

  printsToStdio(): boolean {
    return false
  }
}
