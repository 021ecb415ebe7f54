// Emails to those who get flights from a pilot: written in the pilot's language.

export const forwardMail = {
  consent: {
    subject: 'A pilot asks to send you flights',
    text: (pilot: string, code: string, end: string) =>
      `${pilot || 'A pilot'} asks to send the IGC files of flights to this address, by email from Cloudstreet.\n\n` +
      `If you agree, pass this code on to the pilot: ${code}\n\n` +
      'If you do not, there is nothing to do: no flight is sent without the code. ' +
      `To stop requests from this pilot: ${end}`,
  },
  flight: {
    subject: (pilot: string, day: string) => `Flight of ${pilot}, ${day}`,
    text: (pilot: string, day: string, file: string, end: string) =>
      `Attached is the IGC file of a flight by ${pilot} on ${day}: ${file}\n\n` +
      `You receive it because the pilot has chosen this address and it was confirmed. To stop these emails: ${end}`,
  },
  end: {
    title: 'Stop these emails',
    question: (address: string) =>
      `Cloudstreet will send no more email from this pilot to ${address}. The pilot is told.`,
    button: 'Stop them',
    done: 'The emails have stopped',
    doneWhat: (address: string) => `${address} gets no more email from this pilot.`,
  },
}
