import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { say } from '../../shared/i18n/say.ts'
import { priceText } from '../../shared/phrases/price-phrases.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { capabilityIcon } from '../media/capability-text.ts'
import type { InputTarget } from '../media/input-targets.ts'
import { Button } from '../ui/button.tsx'
import { SearchMenu } from '../ui/search-menu.tsx'
import type { InputCapability } from './input-capabilities.ts'
import styles from './input-target-menu.module.css'
import { useInputCapabilities } from './use-input-capabilities.ts'

export type InputTargetMenuProps = {
  /** Null while the menu isn't needed. Pass the same array on every render. */
  readonly media: readonly Medium[] | null
  readonly onChoose: (target: InputTarget) => void
  /** Shown if no capability accepts the media. */
  readonly empty: ReactNode
  /** Other uses of the media, below the list. */
  readonly foot?: ReactNode
}

/**
 * A searchable list of the capabilities that accept media, with prices. If the chosen capability has several suitable fields, the menu then
 * asks for the field.
 */
export function InputTargetMenu({ media, onChoose, empty, foot }: InputTargetMenuProps) {
  const found = useInputCapabilities(media)
  const [asked, setAsked] = useState<InputCapability | null>(null)
  const menu = useRef<HTMLDivElement>(null)
  function ask(next: InputCapability | null): void {
    setAsked(next)
    // The new list has its own search box, which must get the focus.
    runOnNextFrame(() => menu.current?.querySelector('input')?.focus())
  }
  function choose({ capability, fields }: InputCapability): void {
    const [field, ...others] = fields
    if (field === undefined || others.length > 0) ask({ capability, fields })
    else onChoose({ capability, field })
  }
  return (
    <div ref={menu} className={styles.menu}>
      {asked === null ? (
        <SearchMenu
          label={say('Use as input for')}
          placeholder={say('Search capabilities and fields')}
          items={found.map((one) => ({
            id: one.capability.id,
            label: one.capability.title,
            aside: formatList(
              one.fields.map(({ label }) => label),
              'or'
            ),
            icon: capabilityIcon(one.capability),
            trailing: <span className={styles.price}>{priceText(one.capability)}</span>,
            capability: one
          }))}
          onChoose={({ capability }) => choose(capability)}
          empty={empty}
        />
      ) : (
        <>
          <div className={styles.head}>
            <Button size="small" variant="quiet" icon="chevron-left" onClick={() => ask(null)}>
              {say('Back')}
            </Button>
            <span dir="auto" className="strong cut">
              {asked.capability.title}
            </span>
          </div>
          <SearchMenu
            label={say('Use as')}
            placeholder={say('Search fields')}
            items={asked.fields.map((field) => ({ id: field.name, label: field.label, field }))}
            onChoose={({ field }) => onChoose({ capability: asked.capability, field })}
          />
        </>
      )}
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}
