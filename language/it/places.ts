import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) => `${distance} ${wind} di ${town}`,
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

/** By their ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ACIsola Ascensione|ADAndorra|AEEmirati Arabi Uniti|AFAfghanistan|AGAntigua e Barbuda|AIAnguilla|ALAlbania|AMArmenia|AOAngola|AQAntartide|ARArgentina|ASSamoa Americane|ATAustria|AUAustralia|AWAruba|AXIsole Åland|AZAzerbaigian|BABosnia ed Erzegovina|BBBarbados|BDBangladesh|BEBelgio|BFBurkina Faso|BGBulgaria|BHBahrein|BIBurundi|BJBenin|BLSaint-Barthélemy|BMBermuda|BNBrunei|BOBolivia|BQCaraibi Olandesi|BRBrasile|BSBahamas|BTBhutan|BVIsola Bouvet|BWBotswana|BYBielorussia|BZBelize|CACanada|CCIsole Cocos (Keeling)|CDCongo - Kinshasa|CFRepubblica Centrafricana|CGCongo-Brazzaville|CHSvizzera|CICosta d’Avorio|CKIsole Cook|CLCile|CMCamerun|CNCina|COColombia|CPIsola di Clipperton|CQSark|CRCosta Rica|CUCuba|CVCapo Verde|CWCuraçao|CXIsola Christmas|CYCipro|CZCechia|DEGermania|DGDiego Garcia|DJGibuti|DKDanimarca|DMDominica|DORepubblica Dominicana|DZAlgeria|EACeuta e Melilla|ECEcuador|EEEstonia|EGEgitto|EHSahara Occidentale|EREritrea|ESSpagna|ETEtiopia|FIFinlandia|FJFigi|FKIsole Falkland|FMMicronesia|FOIsole Fær Øer|FRFrancia|GAGabon|GBRegno Unito|GDGrenada|GEGeorgia|GFGuyana Francese|GGGuernsey|GHGhana|GIGibilterra|GLGroenlandia|GMGambia|GNGuinea|GPGuadalupa|GQGuinea Equatoriale|GRGrecia|GSGeorgia del Sud e Sandwich Australi|GTGuatemala|GUGuam|GWGuinea-Bissau|GYGuyana|HKRAS di Hong Kong|HMIsole Heard e McDonald|HNHonduras|HRCroazia|HTHaiti|HUUngheria|ICIsole Canarie|IDIndonesia|IEIrlanda|ILIsraele|IMIsola di Man|INIndia|IOTerritorio Britannico dell’Oceano Indiano|IQIraq|IRIran|ISIslanda|ITItalia|JEJersey|JMGiamaica|JOGiordania|JPGiappone|KEKenya|KGKirghizistan|KHCambogia|KIKiribati|KMComore|KNSaint Kitts e Nevis|KPCorea del Nord|KRCorea del Sud|KWKuwait|KYIsole Cayman|KZKazakistan|LALaos|LBLibano|LCSaint Lucia|LILiechtenstein|LKSri Lanka|LRLiberia|LSLesotho|LTLituania|LULussemburgo|LVLettonia|LYLibia|MAMarocco|MCMonaco|MDMoldavia|MEMontenegro|MFSaint Martin|MGMadagascar|MHIsole Marshall|MKMacedonia del Nord|MLMali|MMMyanmar (Birmania)|MNMongolia|MORAS di Macao|MPIsole Marianne Settentrionali|MQMartinica|MRMauritania|MSMontserrat|MTMalta|MUMauritius|MVMaldive|MWMalawi|MXMessico|MYMalaysia|MZMozambico|NANamibia|NCNuova Caledonia|NENiger|NFIsola Norfolk|NGNigeria|NINicaragua|NLPaesi Bassi|NONorvegia|NPNepal|NRNauru|NUNiue|NZNuova Zelanda|OMOman|PAPanama|PEPerù|PFPolinesia Francese|PGPapua Nuova Guinea|PHFilippine|PKPakistan|PLPolonia|PMSaint-Pierre e Miquelon|PNIsole Pitcairn|PRPortorico|PSTerritori Palestinesi|PTPortogallo|PWPalau|PYParaguay|QAQatar|RERiunione|RORomania|RSSerbia|RURussia|RWRuanda|SAArabia Saudita|SBIsole Salomone|SCSeychelles|SDSudan|SESvezia|SGSingapore|SHSant’Elena|SISlovenia|SJSvalbard e Jan Mayen|SKSlovacchia|SLSierra Leone|SMSan Marino|SNSenegal|SOSomalia|SRSuriname|SSSud Sudan|STSão Tomé e Príncipe|SVEl Salvador|SXSint Maarten|SYSiria|SZEswatini|TATristan da Cunha|TCIsole Turks e Caicos|TDCiad|TFTerre Australi Francesi|TGTogo|THThailandia|TJTagikistan|TKTokelau|TLTimor Est|TMTurkmenistan|TNTunisia|TOTonga|TRTurchia|TTTrinidad e Tobago|TVTuvalu|TWTaiwan|TZTanzania|UAUcraina|UGUganda|UMIsole Minori Esterne degli Stati Uniti|USStati Uniti|UYUruguay|UZUzbekistan|VACittà del Vaticano|VCSaint Vincent e Grenadine|VEVenezuela|VGIsole Vergini Britanniche|VIIsole Vergini Americane|VNVietnam|VUVanuatu|WFWallis e Futuna|WSSamoa|XKKosovo|YEYemen|YTMayotte|ZASudafrica|ZMZambia|ZWZimbabwe'
