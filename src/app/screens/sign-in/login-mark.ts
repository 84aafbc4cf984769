import { css, html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { type Path, providerMark } from '../../../shared/marks/provider-marks.js'
import { Logo } from '../../../ui/logo.js'
import type { Scheme } from '../../../ui/palette.js'
import { providerIcon } from '../../../ui/provider-icons.js'
import type { LoginOption } from '../../sign-in/login-options.js'

/**
 * A login's logo: the page's if it gave one and it loads, else the provider's. There are logos for light and dark
 * surfaces, and one for hover (`logoHover`).
 */
@customElement('we-login-mark')
export class LoginMark extends Logo {
  static override styles = css`
    :host {
      display: grid;
      flex: none;
      inline-size: 22px;
      block-size: 22px;
    }

    img,
    svg,
    span {
      display: block;
      grid-area: 1 / 1;
      inline-size: 100%;
      block-size: 100%;
      min-inline-size: 0;
      object-fit: contain;
    }

    /* The button says when it is hovered. */
    .rest {
      visibility: var(--mark, visible);
    }

    .hover {
      visibility: var(--mark-hover, hidden);
    }
  `

  @property({ attribute: false }) option!: LoginOption
  /** Undefined: use the browser's preference. */
  @property({ attribute: false }) scheme: Scheme | undefined
  @state() private more: Record<string, Path> | undefined

  protected override updated(): void {
    if (this.more || providerMark(this.option.typeOfLogin)) return
    import('../../../shared/marks/more-provider-marks.js').then(
      ({ MORE_MARKS }) => {
        this.more = MORE_MARKS
      },
      () => {
        this.more = {}
      },
    )
  }

  protected override render() {
    const { typeOfLogin, name, logoLight, logoDark, logoHover } = this.option
    const light = logoDark ?? logoLight
    const dark = logoLight ?? logoDark
    const own = this.image(this.isDark(this.scheme) ? dark : light)
    const hover = this.image(logoHover)
    return html`
      <span class=${hover ? 'rest' : ''}>${own ?? providerIcon(typeOfLogin, name, this.more)}</span>
      ${hover ? html`<span class="hover">${hover}</span>` : nothing}
    `
  }
}
