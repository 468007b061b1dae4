import type { Field } from '../../../shared/fields.ts'
import { say } from '../../../shared/words/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { withColumn, withTable } from './batch-wish.ts'
import type { WayProps } from './way-props.ts'
import styles from './ways.module.css'
import { countedRows } from './batch-words.ts'

const notUsed = ''

/** A task for each line of a table; its columns fill fields. */
export function TableWay({ capability, fields, wish, onChange, onTrouble }: WayProps) {
  const { found, columns } = wish.table
  async function choose(): Promise<void> {
    const outcome = await request('batch.chooseTable', { capability: capability.id })
    if (!outcome.ok) onTrouble(outcome)
    else if (outcome.value !== null) onChange(withTable(wish, outcome.value))
  }
  return (
    <>
      <p className={styles.words}>
        {say('Sends the form once for each line of a table (CSV). Its first line names the columns; an empty cell is as the form has it.')}
      </p>
      <div className={styles.source}>
        {found !== null && (
          <div className={styles.chosen}>
            <Icon name="table" size="s" />
            <div className="grow cut">
              <div dir="auto" className="strong cut">
                {found.name}
              </div>
              <div className="small ink-3 num">{countedRows(found.rowCount, 'table')}</div>
            </div>
          </div>
        )}
        <Button icon={found === null ? 'table' : 'replace'} wide onClick={() => void choose()}>
          {found === null ? say('Choose a table…') : say('Choose another…')}
        </Button>
        {found === null && (
          <p className="small ink-3">{say('Or drop it here. Files are named as they stand beside the table, or by their address.')}</p>
        )}
      </div>
      {found !== null && (
        <section aria-label={say('Columns and the fields they fill')}>
          <div className={styles.columnsHead}>
            <span>{say('Column')}</span>
            <span>{say('Fills')}</span>
          </div>
          <ul className={styles.columns}>
            {found.columns.map(({ head, samples }, place) => (
              // A table may have the same head twice: only the place tells columns apart.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${place} ${head}`}>
                <div className={styles.column}>
                  <div dir="auto" className="strong cut">
                    {head}
                  </div>
                  <div dir="auto" className="small ink-3 cut">
                    {samples.join(' · ') || say('empty')}
                  </div>
                </div>
                <Select
                  label={say('Field that “{head}” fills', { head })}
                  options={[{ value: notUsed, label: say('Nothing') }, ...fields.map(optionOf)]}
                  value={columns[place] ?? notUsed}
                  onChange={(name) => onChange(withColumn(wish, place, name === notUsed ? null : name))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function optionOf({ name, label }: Field): { readonly value: string; readonly label: string } {
  return { value: name, label }
}
