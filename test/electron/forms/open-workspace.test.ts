import { describe, expect, it } from 'vitest'
import { createSavedForm, openWorkspaceOnDisk } from './open-workspace-on-disk.ts'
import type { ContractDifference } from '../../../shared/app/contract-difference.ts'

describe('the workspace’s forms', () => {
  it('are restored unchanged after a restart', async () => {
    const onDisk = await openWorkspaceOnDisk()
    const form = createSavedForm(
      { prompt: 'a vase\nin two lines 🏺', imageUrls: [{ file: '/a.png' }, 'https://a.example/b.png'], pairs: [{ strength: 0.5 }] },
      {
        modeId: 'edit',
        keptSeeds: ['seed'],
        left: [{ name: 'mood', label: 'Mood', path: [0, 'Note'], value: 'calm', reason: { code: 'no-longer-accepted', params: {} } }]
      }
    )
    onDisk.workspace.forms.save('draft', 'face-swap', form)
    expect(onDisk.reopen().forms.find('draft', 'face-swap')).toEqual({ form, keptAt: onDisk.time })
    expect(onDisk.workspace.forms.find('draft', 'another')).toBeNull()
    expect(onDisk.workspace.forms.find('sent', 'face-swap')).toBeNull()
  })

  it('are saved once per capability, the newest one', async () => {
    const { workspace } = await openWorkspaceOnDisk()
    workspace.forms.save('draft', 'face-swap', createSavedForm({ prompt: 'one' }))
    workspace.forms.save('draft', 'face-swap', createSavedForm({ prompt: 'two' }))
    expect(workspace.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'two' })
    workspace.forms.forget('draft', 'face-swap')
    expect(workspace.forms.find('draft', 'face-swap')).toBeNull()
  })

  it('are kept for each draft, with the one that is shown', async () => {
    const onDisk = await openWorkspaceOnDisk()
    const { forms } = onDisk.workspace
    expect(forms.drafts('face-swap')).toEqual({ drafts: [], shown: 1 })
    for (const draft of [1, 2, 10]) forms.save('draft', 'face-swap', createSavedForm({ prompt: `draft ${draft}` }), draft)
    forms.save('draft', 'upscale', createSavedForm({}))
    expect(forms.drafts('face-swap').shown).toBe(1)
    forms.showDraft('face-swap', 10)
    forms.showDraft('face-swap', 2)
    forms.save('draft', 'face-swap', createSavedForm({ prompt: 'again' }), 10)
    forms.showDraft('face-swap', 99)
    const reopened = onDisk.reopen().forms
    expect(reopened.drafts('face-swap')).toMatchObject({
      drafts: [
        { draft: 1, form: { values: { prompt: 'draft 1' } } },
        { draft: 2, form: { values: { prompt: 'draft 2' } } },
        { draft: 10, form: { values: { prompt: 'again' } } }
      ],
      shown: 2
    })
    expect(reopened.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'draft 2' })
    reopened.forget('draft', 'face-swap', 2)
    expect(reopened.drafts('face-swap').shown).toBe(10)
    expect(reopened.drafts('upscale').drafts).toHaveLength(1)
  })

  it('report whether any of them uses a file', async () => {
    const { workspace } = await openWorkspaceOnDisk()
    expect(workspace.mentions('7f3a')).toBe(false)
    workspace.presets.save('face-swap', 'One', createSavedForm({ imageUrl: { file: '/pasted/7f3a/Mask.png' } }))
    expect(workspace.mentions('7f3a')).toBe(true)
    workspace.forms.save('draft', 'face-swap', createSavedForm({ imageUrls: [{ file: '/pasted/9b1c/Mask.png' }] }))
    expect(workspace.mentions('9b1c')).toBe(true)
  })

  it('include the last sent form and its prompt', async () => {
    const onDisk = await openWorkspaceOnDisk()
    onDisk.workspace.rememberSent('face-swap', createSavedForm({ prompt: 'a vase' }), 'a vase')
    onDisk.workspace.rememberSent('upscale', createSavedForm({ imageUrl: 'https://a.example' }), null)
    const workspace = onDisk.reopen()
    expect(workspace.forms.find('sent', 'face-swap')?.form.values).toEqual({ prompt: 'a vase' })
    expect(workspace.prompts.find('', 10).map(({ text }) => text)).toEqual(['a vase'])
    workspace.close()
    workspace.rememberSent('face-swap', createSavedForm({}), 'too late')
    expect(onDisk.defects).toHaveLength(1)
    onDisk.reopen()
  })
})

describe('presets', () => {
  it('are saved under case-insensitive unique names', async () => {
    const onDisk = await openWorkspaceOnDisk()
    const { presets } = onDisk.workspace
    const quiet = presets.save('face-swap', 'Quiet', createSavedForm({ prompt: 'one' }))
    onDisk.time += 1000
    const loud = presets.save('face-swap', 'Loud', createSavedForm({ prompt: 'two' }))
    presets.save('upscale', 'Quiet', createSavedForm({}))
    expect(presets.list('face-swap')).toEqual([loud, quiet])
    expect(presets.named('face-swap', 'QUIET')).toEqual(quiet)
    expect(presets.list(null)).toHaveLength(3)

    expect(presets.rename(loud.id, 'quiet')).toBe(false)
    expect(presets.rename(quiet.id, 'quiet')).toBe(true)
    onDisk.time += 1000
    const replaced = presets.save('face-swap', 'QUIET', createSavedForm({ prompt: 'three' }))
    expect(replaced.id).toBe(quiet.id)
    expect(
      onDisk
        .reopen()
        .presets.list('face-swap')
        .map(({ name }) => name)
    ).toEqual(['QUIET', 'Loud'])
  })

  it('can be restored after their deletion until the workspace is reopened', async () => {
    const onDisk = await openWorkspaceOnDisk()
    const { presets } = onDisk.workspace
    const { id } = presets.save('face-swap', 'Quiet', createSavedForm({ prompt: 'one' }))
    presets.remove(id)
    expect(presets.list('face-swap')).toEqual([])
    expect(presets.named('face-swap', 'Quiet')).toBeNull()
    presets.save('face-swap', 'Quiet', createSavedForm({ prompt: 'two' }))
    expect(presets.restore(id)).toMatchObject({ name: 'Quiet (2)' })
    expect(
      presets
        .list('face-swap')
        .map(({ name }) => name)
        .toSorted()
    ).toEqual(['Quiet', 'Quiet (2)'])
    presets.remove(id)
    expect(onDisk.reopen().presets.restore(id)).toBeNull()
  })
})

describe('the prompt history', () => {
  it('contains each prompt once, newest first, across capabilities', async () => {
    const onDisk = await openWorkspaceOnDisk()
    for (const [text, capability] of [
      ['a vase', 'one'],
      ['a bowl', 'one'],
      ['a vase', 'two'],
      ['  ', 'two']
    ] as const) {
      onDisk.time += 1000
      onDisk.workspace.prompts.remember(text, capability)
    }
    expect(onDisk.reopen().prompts.find('', 10)).toMatchObject([
      { text: 'a vase', capability: 'two', usedAt: onDisk.time - 1000 },
      { text: 'a bowl', capability: 'one' }
    ])
    expect(onDisk.workspace.prompts.find('', 1)).toHaveLength(1)
  })

  it('is searched by words in any order and case', async () => {
    const { workspace } = await openWorkspaceOnDisk()
    for (const text of ['Ein GRÜNER Krug, 100 %', 'A green jug', 'a_b']) workspace.prompts.remember(text, 'one')
    const found = (search: string): readonly string[] => workspace.prompts.find(search, 10).map(({ text }) => text)
    expect(found('krug grüner')).toEqual(['Ein GRÜNER Krug, 100 %'])
    expect(found('%')).toEqual(['Ein GRÜNER Krug, 100 %'])
    expect(found('_')).toEqual(['a_b'])
    expect(found('green krug')).toEqual([])
  })

  it('removes an entry and restores it', async () => {
    const onDisk = await openWorkspaceOnDisk()
    onDisk.workspace.prompts.remember('a vase', 'one')
    const [entry] = onDisk.workspace.prompts.find('', 10)
    onDisk.workspace.prompts.remove(entry!.id)
    expect(onDisk.workspace.prompts.find('', 10)).toEqual([])
    onDisk.workspace.prompts.restore(entry!.id)
    expect(onDisk.workspace.prompts.find('', 10)).toEqual([entry])
    onDisk.workspace.prompts.remove(entry!.id)
    onDisk.workspace.prompts.remember('a vase', 'two')
    expect(onDisk.workspace.prompts.find('', 10)).toHaveLength(1)
  })

  it('drops the oldest entries beyond two thousand', async () => {
    const { workspace } = await openWorkspaceOnDisk()
    for (let turn = 0; turn < 2_003; turn += 1) workspace.prompts.remember(`prompt ${turn}`, 'one')
    expect(workspace.prompts.find('', 500)).toHaveLength(500)
    expect(workspace.prompts.find('prompt 2002', 10)).toHaveLength(1)
    for (const gone of ['prompt 0', 'prompt 1', 'prompt 2']) {
      expect(workspace.prompts.find(gone, 500).map(({ text }) => text)).not.toContain(gone)
    }
  })
})

function removed(title: string): ContractDifference {
  return { code: 'capabilities-removed', params: { names: { shown: [title], more: 0 } } }
}

describe('a contract’s changes', () => {
  it('are saved per connection, newest first, and can be marked as seen', async () => {
    const onDisk = await openWorkspaceOnDisk()
    const first = onDisk.workspace.rememberChange('one', [removed('Clip')])
    onDisk.time += 60_000
    const second = onDisk.workspace.rememberChange('one', [removed('Clap')])
    onDisk.workspace.rememberChange('two', [{ code: 'field-added', params: { title: 'Clip', label: 'Mood' } }])
    expect(onDisk.workspace.contractChanges.list('one')).toEqual([second, first])
    onDisk.workspace.contractChanges.markSeen('one')
    const workspace = onDisk.reopen()
    expect(workspace.contractChanges.list('one').map(({ isSeen }) => isSeen)).toEqual([true, true])
    expect(workspace.contractChanges.list('two')).toMatchObject([{ isSeen: false }])
  })

  it('are limited to a hundred', async () => {
    const { workspace } = await openWorkspaceOnDisk()
    for (let turn = 1; turn <= 105; turn += 1) workspace.rememberChange('one', [removed(`${turn}`)])
    expect(workspace.contractChanges.list('one')).toHaveLength(100)
    expect(workspace.contractChanges.list('one').at(-1)?.differences).toEqual([removed('6')])
  })
})
