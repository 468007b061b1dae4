import type { FormEvent } from 'react'
import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './presets-popover.module.css'
import type { PresetSaveStatus } from './use-presets.ts'

const maxNameCharacters = 120

/** Form that saves the current values as a preset. Asks before it replaces a preset with the same name. */
export function SavePresetForm({ onKeep }: { readonly onKeep: (name: string, replaces: boolean) => Promise<PresetSaveStatus> }) {
  const [name, setName] = useState('')
  /** Name that was rejected because another preset has it. Null if no name was rejected. */
  const [taken, setTaken] = useState<string | null>(null)
  const wanted = name.trim()
  const isTaken = taken !== null && taken === wanted

  async function keep(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (wanted === '') return
    const outcome = await onKeep(wanted, isTaken)
    if (outcome === 'kept') setName('')
    setTaken(outcome === 'taken' ? wanted : null)
  }
  return (
    <form onSubmit={(event) => void keep(event)}>
      <div className={styles.keep}>
        <SingleLineInput
          aria-label={say('Preset name')}
          placeholder={say('Preset name')}
          aria-describedby={isTaken ? 'preset-taken' : undefined}
          maxLength={maxNameCharacters}
          boxClassName="grow"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button submits notReady={wanted === ''}>
          {isTaken ? say('Replace') : say('Save')}
        </Button>
      </div>
      {isTaken && (
        <p id="preset-taken" role="status" className={styles.question}>
          {say('A preset with this name already exists. Replace its values with the current ones. You can also choose another name.')}
        </p>
      )}
    </form>
  )
}
