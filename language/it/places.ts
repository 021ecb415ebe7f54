import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  winds: {
    N: 'a nord',
    NE: 'a nord-est',
    E: 'a est',
    SE: 'a sud-est',
    S: 'a sud',
    SW: 'a sud-ovest',
    W: 'a ovest',
    NW: 'a nord-ovest',
  },
}

/** Where most flights are, by ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ADAndorra|ALAlbania|ARArgentina|ATAustria|AUAustralia|BABosnia ed Erzegovina|BEBelgio|BGBulgaria|BOBolivia|BRBrasile|CACanada|CHSvizzera|CLCile|CNCina|COColombia|CRCosta Rica|CZCechia|DEGermania|DKDanimarca|ECEcuador|EEEstonia|ESSpagna|FIFinlandia|FRFrancia|GBRegno Unito|GEGeorgia|GRGrecia|GTGuatemala|HRCroazia|HUUngheria|IDIndonesia|IEIrlanda|ILIsraele|INIndia|IRIran|ISIslanda|ITItalia|JPGiappone|KEKenya|KRCorea del Sud|LILiechtenstein|LTLituania|LULussemburgo|LVLettonia|MAMarocco|MEMontenegro|MKMacedonia del Nord|MXMessico|NLPaesi Bassi|NONorvegia|NPNepal|NZNuova Zelanda|PEPerù|PKPakistan|PLPolonia|PTPortogallo|RERiunione|RORomania|RSSerbia|RURussia|SESvezia|SISlovenia|SKSlovacchia|THThailandia|TRTurchia|TWTaiwan|UAUcraina|USStati Uniti|VEVenezuela|VNVietnam|ZASudafrica'
