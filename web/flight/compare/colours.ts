/** Of compared flights, as many as `MAX_COMPARED`: told apart on land, by day and by night. */
export const COLOURS = [
  'rgb(31 111 214)',
  'rgb(217 104 15)',
  'rgb(42 149 96)',
  'rgb(184 64 154)',
  'rgb(138 106 28)',
  'rgb(14 148 160)',
  'rgb(205 52 64)',
  'rgb(112 92 214)',
]
