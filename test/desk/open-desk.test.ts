import { describe, expect, it } from 'vitest'
import { formOf, openDeskOnDisk } from './a-desk.ts'

describe('the forms on the desk', () => {
  it('are found again as they were left, over a restart', async () => {
    const onDisk = await openDeskOnDisk()
    const form = formOf(
      { prompt: 'a vase\nin two lines 🏺', imageUrls: [{ file: '/a.png' }, 'https://a.example/b.png'], pairs: [{ strength: 0.5 }] },
      { modeId: 'edit', keptSeeds: ['seed'], left: [{ name: 'mood', label: 'Mood', value: 'calm', why: 'It is gone.' }] }
    )
    onDisk.desk.forms.keep('draft', 'face-swap', form)
    expect(onDisk.reopen().forms.find('draft', 'face-swap')).toEqual({ form, keptAt: onDisk.time })
    expect(onDisk.desk.forms.find('draft', 'another')).toBeNull()
    expect(onDisk.desk.forms.find('sent', 'face-swap')).toBeNull()
  })

  it('are one for each capability: the newest', async () => {
    const { desk } = await openDeskOnDisk()
    desk.forms.keep('draft', 'face-swap', formOf({ prompt: 'one' }))
    desk.forms.keep('draft', 'face-swap', formOf({ prompt: 'two' }))
    expect(desk.forms.find('draft', 'face-swap')?.form.values).toEqual({ prompt: 'two' })
    desk.forms.forget('draft', 'face-swap')
    expect(desk.forms.find('draft', 'face-swap')).toBeNull()
  })

  it('tell whether any of them stands on a file', async () => {
    const { desk } = await openDeskOnDisk()
    expect(desk.mentions('7f3a')).toBe(false)
    desk.presets.keep('face-swap', 'One', formOf({ imageUrl: { file: '/pasted/7f3a/Mask.png' } }))
    expect(desk.mentions('7f3a')).toBe(true)
    desk.forms.keep('draft', 'face-swap', formOf({ imageUrls: [{ file: '/pasted/9b1c/Mask.png' }] }))
    expect(desk.mentions('9b1c')).toBe(true)
  })

  it('remember what was sent, with its prompt', async () => {
    const onDisk = await openDeskOnDisk()
    onDisk.desk.rememberSent('face-swap', formOf({ prompt: 'a vase' }), 'a vase')
    onDisk.desk.rememberSent('upscale', formOf({ imageUrl: 'https://a.example' }), null)
    const desk = onDisk.reopen()
    expect(desk.forms.find('sent', 'face-swap')?.form.values).toEqual({ prompt: 'a vase' })
    expect(desk.prompts.find('', 10).map(({ text }) => text)).toEqual(['a vase'])
    desk.close()
    desk.rememberSent('face-swap', formOf({}), 'too late')
    expect(onDisk.defects).toHaveLength(1)
    onDisk.reopen()
  })
})

describe('presets', () => {
  it('are kept under names that are told apart whatever their capitals', async () => {
    const onDisk = await openDeskOnDisk()
    const { presets } = onDisk.desk
    const quiet = presets.keep('face-swap', 'Quiet', formOf({ prompt: 'one' }))
    onDisk.time += 1000
    const loud = presets.keep('face-swap', 'Loud', formOf({ prompt: 'two' }))
    presets.keep('upscale', 'Quiet', formOf({}))
    expect(presets.list('face-swap')).toEqual([loud, quiet])
    expect(presets.named('face-swap', 'QUIET')).toEqual(quiet)
    expect(presets.list(null)).toHaveLength(3)

    expect(presets.rename(loud.id, 'quiet')).toBe(false)
    expect(presets.rename(quiet.id, 'quiet')).toBe(true)
    onDisk.time += 1000
    const replaced = presets.keep('face-swap', 'QUIET', formOf({ prompt: 'three' }))
    expect(replaced.id).toBe(quiet.id)
    expect(
      onDisk
        .reopen()
        .presets.list('face-swap')
        .map(({ name }) => name)
    ).toEqual(['QUIET', 'Loud'])
  })

  it('can be brought back after they were deleted, until the desk is opened again', async () => {
    const onDisk = await openDeskOnDisk()
    const { presets } = onDisk.desk
    const { id } = presets.keep('face-swap', 'Quiet', formOf({ prompt: 'one' }))
    presets.remove(id)
    expect(presets.list('face-swap')).toEqual([])
    expect(presets.named('face-swap', 'Quiet')).toBeNull()
    presets.keep('face-swap', 'Quiet', formOf({ prompt: 'two' }))
    expect(presets.bringBack(id)).toMatchObject({ name: 'Quiet (2)' })
    expect(
      presets
        .list('face-swap')
        .map(({ name }) => name)
        .toSorted()
    ).toEqual(['Quiet', 'Quiet (2)'])
    presets.remove(id)
    expect(onDisk.reopen().presets.bringBack(id)).toBeNull()
  })
})

describe('the prompt history', () => {
  it('holds each prompt once, newest first, across capabilities', async () => {
    const onDisk = await openDeskOnDisk()
    for (const [text, capability] of [
      ['a vase', 'one'],
      ['a bowl', 'one'],
      ['a vase', 'two'],
      ['  ', 'two']
    ] as const) {
      onDisk.time += 1000
      onDisk.desk.prompts.remember(text, capability)
    }
    expect(onDisk.reopen().prompts.find('', 10)).toMatchObject([
      { text: 'a vase', capability: 'two', usedAt: onDisk.time - 1000 },
      { text: 'a bowl', capability: 'one' }
    ])
    expect(onDisk.desk.prompts.find('', 1)).toHaveLength(1)
  })

  it('is searched by words in any order and any capitals', async () => {
    const { desk } = await openDeskOnDisk()
    for (const text of ['Ein GRÜNER Krug, 100 %', 'A green jug', 'a_b']) desk.prompts.remember(text, 'one')
    const found = (search: string): readonly string[] => desk.prompts.find(search, 10).map(({ text }) => text)
    expect(found('krug grüner')).toEqual(['Ein GRÜNER Krug, 100 %'])
    expect(found('%')).toEqual(['Ein GRÜNER Krug, 100 %'])
    expect(found('_')).toEqual(['a_b'])
    expect(found('green krug')).toEqual([])
  })

  it('lets one go, and brings it back', async () => {
    const onDisk = await openDeskOnDisk()
    onDisk.desk.prompts.remember('a vase', 'one')
    const [entry] = onDisk.desk.prompts.find('', 10)
    onDisk.desk.prompts.remove(entry!.id)
    expect(onDisk.desk.prompts.find('', 10)).toEqual([])
    onDisk.desk.prompts.bringBack(entry!.id)
    expect(onDisk.desk.prompts.find('', 10)).toEqual([entry])
    onDisk.desk.prompts.remove(entry!.id)
    onDisk.desk.prompts.remember('a vase', 'two')
    expect(onDisk.desk.prompts.find('', 10)).toHaveLength(1)
  })

  it('forgets the oldest beyond two thousand', async () => {
    const { desk } = await openDeskOnDisk()
    for (let turn = 0; turn < 2_003; turn += 1) desk.prompts.remember(`prompt ${turn}`, 'one')
    expect(desk.prompts.find('', 500)).toHaveLength(500)
    expect(desk.prompts.find('prompt 2002', 10)).toHaveLength(1)
    for (const gone of ['prompt 0', 'prompt 1', 'prompt 2']) {
      expect(desk.prompts.find(gone, 500).map(({ text }) => text)).not.toContain(gone)
    }
  })
})

describe('the changes of a contract', () => {
  it('are kept for each connection, newest first, and seen once', async () => {
    const onDisk = await openDeskOnDisk()
    const first = onDisk.desk.rememberChange('one', ['1 new capability: Clip.'])
    onDisk.time += 60_000
    const second = onDisk.desk.rememberChange('one', ['No longer offered: Clip.'])
    onDisk.desk.rememberChange('two', ['Clip has a new field: “Mood”.'])
    expect(onDisk.desk.contractChanges.list('one')).toEqual([second, first])
    onDisk.desk.contractChanges.markSeen('one')
    const desk = onDisk.reopen()
    expect(desk.contractChanges.list('one').map(({ isSeen }) => isSeen)).toEqual([true, true])
    expect(desk.contractChanges.list('two')).toMatchObject([{ isSeen: false }])
  })

  it('are a hundred at most', async () => {
    const { desk } = await openDeskOnDisk()
    for (let turn = 1; turn <= 105; turn += 1) desk.rememberChange('one', [`Change ${turn}.`])
    expect(desk.contractChanges.list('one')).toHaveLength(100)
    expect(desk.contractChanges.list('one').at(-1)?.sentences).toEqual(['Change 6.'])
  })
})
