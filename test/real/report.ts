import type { RuntimeName } from '../runtime/choose-runtime.ts'
import type { Fact } from './facts.ts'

export type TestRun = { readonly words: readonly string[]; readonly exitCode: number; readonly lastLines: string }
export type RealCheck = {
  readonly runtime: RuntimeName
  readonly electronVersion: string
  readonly at: string
  readonly facts: readonly Fact[]
  /** Null if the tests were skipped. */
  readonly tests: TestRun | null
  /** The manual steps for this system, as a Markdown page. */
  readonly steps: string
}

/** Returns the report's first sentence. It states whether the report applies to real Electron. */
export function runtimeSentence(runtime: RuntimeName, version: string): string {
  return runtime === 'electron'
    ? `Ran on real Electron ${version}.`
    : 'Real Electron isn’t installed. This ran on the stand-in runtime and proves nothing about Electron.'
}

/** Formats the report as Markdown, with the manual steps as a checklist. */
export function formatReport({ runtime, electronVersion, at, facts, tests, steps }: RealCheck): string {
  const rows = facts.map(({ name, value, problem }) => `| ${name} | ${problem === null ? cell(value) : `unknown: ${cell(problem)}`} |`)
  const ran =
    tests === null
      ? 'Not run (`--no-tests`).'
      : `\`playwright ${tests.words.join(' ')}\` exited with code ${tests.exitCode}.\n\n\`\`\`text\n${tests.lastLines}\n\`\`\``
  return [
    '# Real check',
    `${at}. ${runtimeSentence(runtime, electronVersion)}`,
    '## Facts',
    ['| what | value |', '| --- | --- |', ...rows].join('\n'),
    '## Tests',
    ran,
    '## Manual steps',
    runtime === 'electron' ? manualStepChecklist(steps) : 'The manual steps need real Electron.',
    ''
  ].join('\n\n')
}

/** Returns the third-level headings of a Markdown page as a checklist. */
export function manualStepChecklist(page: string): string {
  return page
    .split('\n')
    .flatMap((line) => /^### (.+)$/.exec(line)?.[1] ?? [])
    .map((title) => `- [ ] ${title}`)
    .join('\n')
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
