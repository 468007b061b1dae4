import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CheatSheet } from '../../../renderer/app/cheat-sheet.tsx'
import { searchShortcuts, shortcutQueryTerms } from '../../../renderer/app/search-shortcuts.ts'
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx'
import { shortcutScopeTitles, type ShortcutScope } from '../../../shared/app/shortcuts.ts'

const scopes = Object.keys(shortcutScopeTitles) as ShortcutScope[]
const found = (query: string): readonly string[] =>
  searchShortcuts(scopes, shortcutQueryTerms(query)).flatMap(({ scope, shown }) => shown.map(({ name }) => `${scope}.${name}`))

describe('the search for shortcuts', () => {
  it.each([
    ['Ctrl K', ['app.search']],
    ['ctrl+k', ['app.search']],
    ['cmd + k', ['app.search']],
    ['?', ['app.cheatSheet']],
    ['[', ['mask.smaller']],
    ['Esc selection', ['library.none']],
    ['shift arrow pixel', ['mask.moveLittle', 'eyedropper.moveFar']],
    ['wireframe', ['model.wireframe']],
    ['WIRE', ['model.wireframe']],
    ['compare back', ['compare.back']]
  ])('finds %s by name and by key', (query, names) => {
    expect(found(query)).toEqual(names)
  })

  it('finds a plus sign, and a digit inside a range', () => {
    expect(found('+')).toEqual(['editor.larger', 'faces.larger', 'picture.larger', 'model.nearer', 'compare.larger'])
    expect(found('4')).toContain('stage.stars')
    expect(found('4')).not.toContain('app.queue')
  })

  it('takes a single letter as a key or the start of a word', () => {
    expect(found('g')).toContain('viewer.sheet')
    expect(found('g')).not.toContain('library.trash')
  })

  it('finds everything for a blank query, and nothing for other words', () => {
    expect(found(' ').length).toBe(found('').length)
    expect(found('').length).toBeGreaterThan(100)
    expect(found('porcelain')).toEqual([])
  })
})

describe('the list of shortcuts', () => {
  function open() {
    const onClose = vi.fn<() => void>()
    render(
      <TooltipProvider>
        <CheatSheet isOpen onClose={onClose} view="viewer" />
      </TooltipProvider>
    )
    return { user: userEvent.setup(), onClose, box: screen.getByRole('searchbox', { name: 'Search shortcuts' }) }
  }

  it('starts in the search, filters its groups and says how many match', async () => {
    const { user, box } = open()
    expect(document.activeElement).toBe(box)
    expect(screen.getAllByRole('heading', { level: 3 }).slice(0, 2)[1]?.textContent).toBe('Viewer')
    await user.keyboard('turntable')
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Viewer: 3D'])
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Turntable'])
    expect(screen.getByRole('status').textContent).toBe('1 result')
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Keyboard shortcuts' }))
  })

  it('says what to try if nothing matches, and Escape clears before it closes', async () => {
    const { user, box, onClose } = open()
    await user.keyboard('porcelain')
    expect(screen.getByRole('heading', { name: 'No results for “porcelain”' })).toBeTruthy()
    expect(within(screen.getByRole('dialog')).queryByRole('term')).toBeNull()
    await user.keyboard('{Escape}')
    expect((box as HTMLInputElement).value).toBe('')
    expect(onClose).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})
