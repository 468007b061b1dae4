/** States that only a hand brings about; here an attribute does too. */
export type ForcedState = 'hover' | 'focus-visible' | 'active'

export const forcedAttribute = 'data-as'

/**
 * Gives every rule for a pointer, the focus or a press a twin that follows the attribute: what is then seen is the app's own style, not a copy
 * of it. To be called once all styles are on the page.
 */
export function forceable({ styleSheets }: Document): void {
  for (const sheet of styleSheets) addTwins(sheet)
}

function addTwins(rules: CSSStyleSheet | CSSGroupingRule): void {
  for (let place = rules.cssRules.length - 1; place >= 0; place -= 1) {
    const rule = rules.cssRules[place]
    if (rule instanceof CSSStyleRule && /:(?:hover|focus-visible|active)\b/.test(rule.selectorText) && !isOfPart(rule.selectorText)) {
      const twin = rule.selectorText.replaceAll(/:(hover|focus-visible|active)\b/g, `[${forcedAttribute}~='$1']`)
      rules.insertRule(`${twin} { ${rule.style.cssText} }`, place + 1)
    } else if (rule instanceof CSSGroupingRule) addTwins(rule)
  }
}

/** A part of a control, such as the thumb of a scroll bar, has no attributes of its own. */
function isOfPart(selector: string): boolean {
  return /::[a-z-]+:(?:hover|focus-visible|active)\b/.test(selector)
}
