"""The months' names in the languages whose dates are read, with common abbreviations, as data."""

from __future__ import annotations

from functools import cache
from typing import Final
from unicodedata import combining, normalize

_NAMES: Final = """
january jan janvier janv januar jänner jan januari janvāris janvāra janvārī januára január jaanuar janeiro enero ene
 gennaio gen ianuarie ian gener stycznia styczeń sty ledna leden siječnja siječanj januarja janúar sausio tammikuu
 tammikuuta ocak ιανουαρίου ιανουάριος ιαν января январь янв січня січень януари јануар јануара يناير
february feb februar feber februari février févr fév febrero febbraio fevereiro fev februarie febr febrer lutego luty
 lut února únor veljače veljača februára február februāris februāra februārī veebruar febrúar vasario helmikuu
 helmikuuta şubat φεβρουαρίου φεβρουάριος φεβ февраля февраль фев лютого лютий февруари фебруар фебруара فبراير
march mar märz maerz mär mrz mars marzo março maart mrt marts martie març marca marzec března březen ožujka ožujak
 március márc märts maret mart kovo maaliskuu maaliskuuta μαρτίου μάρτιος μαρ марта март мар березня березень مارس
april apr avril avr abril abr aprile aprilie kwietnia kwiecień kwi dubna duben travnja travanj apríla apríl április
 ápr aprīlis aprīļa aprīlī aprill balandžio huhtikuu huhtikuuta nisan aprila απριλίου απρίλιος απρ апреля апрель апр
 квітня квітень април априла أبريل
may mai mayo maggio mag maio mei maj maja maig května květen svibnja svibanj mája máj május maijs maija maijā maí
 gegužės toukokuu toukokuuta mayıs μαΐου μάιος μαϊ мая май травня травень мај маја مايو
june jun juni juin junio giugno giu junho iunie iun juny czerwca czerwiec cze června červen lipnja lipanj júna jún
 június junija junij jūnijs jūnija jūnijā juuni júní birželio kesäkuu kesäkuuta haziran ιουνίου ιούνιος ιουν июня
 июнь июн червня червень юни јун јуна يونيو
july jul juli juillet juil julio luglio lug julho iulie iul juliol lipca lipiec lip července červenec srpnja srpanj
 júla júl július julija julij jūlijs jūlija jūlijā juuli júlí liepos heinäkuu heinäkuuta temmuz ιουλίου ιούλιος ιουλ
 июля июль июл липня липень юли јул јула يوليو
august aug août agosto ago augustus augusti agost sierpnia sierpień sie srpna srpen kolovoza kolovoz augusta
 augusztus avgusta avgust augusts augustā ágúst agustus rugpjūčio elokuu elokuuta ağustos αυγούστου αύγουστος αυγ
 августа август авг серпня серпень أغسطس
september sep sept septembre septiembre setiembre set sett settembre setembro setembre septembrie września wrzesień
 wrz září rujna rujan septembra szeptember szept septembar septembris septembrī rugsėjo syyskuu syyskuuta eylül
 σεπτεμβρίου σεπτέμβριος σεπ сентября сентябрь сен сент вересня вересень септември септембар септембра سبتمبر
october oct oktober okt octobre octubre ottobre ott outubro out octombrie października październik paź října říjen
 októbra október oktobra oktobar oktobris oktobrī oktoober spalio lokakuu lokakuuta ekim οκτωβρίου οκτώβριος οκτ
 октября октябрь окт жовтня жовтень октомври октобар октобра أكتوبر
november nov novembre noviembre novembro noiembrie noi novembra novembar novembris novembrī listopada listopad
 listopadu lis studenoga studenog studeni nóvember lapkričio marraskuu marraskuuta kasım νοεμβρίου νοέμβριος νοε
 ноября ноябрь ноя листопада листопад ноември новембар новембра نوفمبر
december dec dezember dez décembre déc diciembre dic dicembre dezembro decembrie grudnia grudzień gru prosince
 prosinec prosinca prosinac decembra decembar decembris decembrī desember des desembre detsember gruodžio joulukuu
 joulukuuta aralık δεκεμβρίου δεκέμβριος δεκ декабря декабрь дек грудня грудень декември децембар децембра ديسمبر
"""
"""a month begins in the first column"""
_CROATIAN: Final = frozenset(("listopad", "listopada"))
"""October in Croatian, November in Czech, Polish and Ukrainian"""


@cache
def _numbers() -> dict[str, int]:
    months = _NAMES.strip().replace("\n ", " ").split("\n")
    return {fold_month(name): number for number, names in enumerate(months, 1) for name in names.split()}


def fold_month(word: str) -> str:
    """A word in one case and without accents.

    >>> fold_month("Février")
    'fevrier'
    """
    if word.isascii():
        return word.lower()
    return "".join(c for c in normalize("NFKD", word.casefold()) if not combining(c)).replace("ı", "i")


def month_number(word: str, language: str = "") -> int:
    """The number of the month of that name; 0 if there is none.

    >>> month_number("März"), month_number("декабря"), month_number("rye"), month_number("listopada", "hr")
    (3, 12, 0, 10)
    """
    name = fold_month(word)
    if language == "hr" and name in _CROATIAN:
        return 10
    return _numbers().get(name, 0)
