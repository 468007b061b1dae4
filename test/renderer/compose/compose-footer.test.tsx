import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComposeFooter, type ComposeFooterProps } from '../../../renderer/compose/compose-footer.tsx'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { SpendingGuard } from '../../../shared/task/spending.ts'

const [capability] = fallbackCapabilities
if (capability === undefined) throw new Error('A fallback capability is missing.')

function footer(changes: Partial<ComposeFooterProps>): string {
  return renderToStaticMarkup(
    <ComposeFooter
      capability={capability as NonNullable<typeof capability>}
      label="Generate 4 images"
      isCompact={false}
      estimate={{ credits: 40, source: 'rules', lines: [], isAsking: false }}
      problems={[]}
      wasAttempted={false}
      actionFor={() => null}
      placeOf={() => null}
      onAction={() => undefined}
      refusal={null}
      sending="no"
      account={null}
      onSend={() => undefined}
      onCancel={() => undefined}
      onNotReady={() => undefined}
      {...changes}
    />
  )
}

/** Returns the label of each button in the footer, in order. */
function buttons(...guards: readonly SpendingGuard[]): readonly string[] {
  const foot = footer(
    guards.length === 0 ? {} : { refusal: { ok: false, message: '', advice: '', requestId: null, problems: [], guards: [...guards] } }
  )
  return [...foot.matchAll(/<button.*?<\/button>/gs)].map(([button]) =>
    button
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}

/** Returns the headings and entries above the button, in order. */
function reasons(changes: Partial<ComposeFooterProps>): readonly string[] {
  return [...footer(changes).matchAll(/<(h2|li)[^>]*>(.*?)<\/\1>/gs)].map(([, , text = '']) => text)
}

describe('the footer of a form', () => {
  // The footer reads the platform from the document to format its shortcut.
  beforeEach(() => void vi.stubGlobal('document', { documentElement: { dataset: { platform: 'linux' } } }))
  afterEach(() => void vi.unstubAllGlobals())

  it('has one button that spends credits', () => {
    expect(buttons()).toEqual(['Generate 4 images 40 credits'])
  })

  it('asks for confirmation with the price, and offers Cancel', () => {
    const duplicate: SpendingGuard = { kind: 'twin', id: 'a', title: 'A vase', askedAt: 0, phase: 'running' }
    expect(buttons(duplicate)).toEqual(['Show earlier task', 'Generate another 40 credits', 'Cancel'])
    expect(buttons({ kind: 'confirm-above', credits: 40, above: 30 })).toEqual(['Generate 4 images 40 credits', 'Cancel'])
  })

  it('lists missing values as still needed until the user tries to send, and wrong values as problems', () => {
    const prompt = { code: 'missing-prompt', params: {}, field: 'prompt', index: null } as const
    const file = { code: 'forgotten-file', params: {}, field: 'imageUrls', index: 0 } as const
    const write = 'Write a prompt.'
    const choose = 'Kiln was restarted and no longer has access to this file. Choose it again.'
    expect(reasons({ problems: [prompt] })).toEqual(['Still needed', write])
    expect(reasons({ problems: [prompt, file] })).toEqual(['1 problem to fix', choose, 'Still needed', write])
    expect(reasons({ problems: [prompt, file], wasAttempted: true })).toEqual(['2 problems to fix', write, choose])
  })

  it('only names a problem that its field reports, and leads to the field', () => {
    const seed = { code: 'missing-value', params: { label: 'Seed' }, field: 'seed', index: null } as const
    const file = { code: 'forgotten-file', params: {}, field: 'imageUrls', index: 0 } as const
    const [title, ...entries] = reasons({
      problems: [seed, file],
      wasAttempted: true,
      placeOf: (problem) => (problem.field === 'seed' ? 'Seed' : 'Images'),
      actionFor: (problem) =>
        problem.field === 'seed' ? { label: 'Show', kind: 'show' } : { label: 'Choose another file', kind: 'browse' }
    })
    expect(title).toBe('2 problems to fix')
    expect(entries.map((entry) => entry.replaceAll(/<button[^>]*>(.*?)<\/button>/g, ' [$1]').trim())).toEqual([
      '[Seed]',
      'Images [Choose another file]'
    ])
  })

  it('has no button that spends credits beyond the limit', () => {
    expect(buttons({ kind: 'limit', committed: 190, limit: 200, credits: 40 })).toEqual(['Change daily limit', 'Cancel'])
  })
})
