import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComposeFooter } from '../../../renderer/compose/compose-footer.tsx'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { SpendingGuard } from '../../../shared/task/spending.ts'

const [capability] = fallbackCapabilities
if (capability === undefined) throw new Error('A fallback capability is missing.')

/** Returns the label of each button in the footer, in order. */
function buttons(...guards: readonly SpendingGuard[]): readonly string[] {
  const foot = renderToStaticMarkup(
    <ComposeFooter
      capability={capability as NonNullable<typeof capability>}
      label="Generate 4 images"
      isCompact={false}
      estimate={{ credits: 40, source: 'rules', lines: [], isAsking: false }}
      problems={[]}
      actionFor={() => null}
      onAction={() => undefined}
      refusal={guards.length === 0 ? null : { ok: false, message: '', advice: '', requestId: null, problems: [], guards: [...guards] }}
      sending="no"
      account={null}
      onSend={() => undefined}
      onCancel={() => undefined}
      onNotReady={() => undefined}
    />
  )
  return [...foot.matchAll(/<button.*?<\/button>/gs)].map(([button]) =>
    button
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
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

  it('has no button that spends credits beyond the limit', () => {
    expect(buttons({ kind: 'limit', committed: 190, limit: 200, credits: 40 })).toEqual(['Change daily limit', 'Cancel'])
  })
})
