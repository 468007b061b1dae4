import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { LabelledField } from '../../../renderer/ui/field.tsx'
import { HelpTip } from '../../../renderer/ui/help-tip.tsx'
import { TooltipProvider } from '../../../renderer/ui/tooltip.tsx'

function open() {
  render(
    <TooltipProvider>
      <LabelledField label="Seed" help="Repeats a result." helpTip={<HelpTip label="Seed">Repeats a result.</HelpTip>} isHelpHidden>
        {(control) => <input {...control} />}
      </LabelledField>
    </TooltipProvider>
  )
  return { user: userEvent.setup(), tip: screen.getByRole('button', { name: 'About Seed' }) }
}

describe('help on demand', () => {
  it('describes the control to screen readers', () => {
    open()
    expect(screen.getByRole('textbox', { name: 'Seed', description: 'Repeats a result.' })).toBeTruthy()
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('is shown while its button has the keyboard focus, until Escape', async () => {
    const { user, tip } = open()
    await user.tab()
    expect(document.activeElement).toBe(tip)
    expect(screen.getByRole('tooltip').textContent).toBe('Repeats a result.')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('is shown after a press', async () => {
    const { user, tip } = open()
    await user.click(tip)
    expect(screen.getByRole('tooltip').textContent).toBe('Repeats a result.')
  })
})
