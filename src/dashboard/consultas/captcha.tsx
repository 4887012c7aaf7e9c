// The SII's picture and what a person reads there. Timbre answers none by itself.

import { useEffect, useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'
import { Form } from '../ui/form'
import { Notice } from '../ui/notice'
import type { Picture } from './picture'

export function Captcha({
  picture,
  again,
  busy,
  onRead,
}: {
  picture: Picture
  /** Whether another picture was answered before. */
  again: boolean
  busy: boolean
  onRead: (text: string) => void
}) {
  const [text, setText] = useState('')
  const [bad, setBad] = useState(false)
  const url = useMemo(() => URL.createObjectURL(picture.file), [picture.file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <section aria-label="Imagen del SII">
      <Form
        fault={bad || undefined}
        onSubmit={() => {
          const read = text.trim()
          const good = /^[A-Za-z0-9]{4}$/.test(read)
          setBad(!good)
          if (good) onRead(read)
        }}
      >
        <Notice tone={again ? 'aviso' : 'espera'}>
          <p>{picture.message}. Mostrarla no cuesta nada.</p>
        </Notice>
        <img className="captcha" src={url} alt="Cuatro letras o cifras que el SII pide leer" />
        <TextField
          label="Lo que se lee en la imagen"
          value={text}
          onChange={(next) => {
            setText(next)
            setBad(false)
          }}
          maxLength={8}
          autoComplete="off"
          autoFocus
          spellCheck={false}
          {...(bad && { error: 'Son cuatro letras o cifras' })}
        />
        <div className="acciones">
          <Button type="submit" tone="primario" busy={busy}>
            Responder
          </Button>
        </div>
      </Form>
    </section>
  )
}
