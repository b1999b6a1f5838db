"""How pages call the properties of schema.org: the words of labels, in several languages, as data."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_LABELS: Final = {
    "sku": "sku|item|item no|item number|item code|item id|article|article no|article number|art|art no|"
    "art nr|artikel|artikelnummer|artikel nr|"
    "art.-nr|bestellnummer|product code|product id|product no|product number|produktnummer|"
    "catalog number|stock no|stock number|ref|reference|référence|"
    "referencia|referência|código|codigo|código do produto|codice|codice articolo|codice prodotto|cod|"
    "kod|kod produktu|nr kat|kód|kód produktu|kód zboží|"
    "katalógové číslo|objednávkové číslo|артикул|код|код товара|арт|asin|listing id|ad id|ad number|"
    "post id|id|anzeigennummer|inserat nr|"
    "anzeigen id|lot number|ebay item number|item #|sku #|מקט|מק\"ט|商品番号|商品编号|商品編號|貨號|"
    "varenr|varenummer|tuotenumero|tootekood|preces kods",
    "mpn": "mpn|model|model no|model number|model name|manufacturer part number|part number|part no|"
    "mfr part number|herstellernummer|"
    "hersteller-nr|item model number|numero modello articolo|modellnummer|modello|modelo|modèle|modelis|"
    "codice produttore|part #|p/n|pn|модель",
    "gtin": "gtin|gtin13|gtin-13|ean|ean code|ean13|upc|barcode|ean/upc|código de barras|codice ean|штрихкод|jan",
    "isbn": "isbn|isbn-13|isbn13|isbn 13|isbn-10|isbn10",
    "brand": "brand|brand name|marke|marque|marca|merk|märke|mærke|merke|značka|marka|бренд|марка|"
    "ブランド|品牌|מותג|العلامة التجارية|zīmols|bränd|kaubamärk|tuotemerkki",
    "manufacturer": "manufacturer|maker|make|mfr|mfg|made by|hersteller|fabricant|fabricante|produttore|"
    "producent|výrobce|výrobca|производитель|fabrikant|ražotājs|tootja|メーカー|יצרן",
    "price": "price|our price|sale price|your price|cost|preis|prix|precio|preço|prezzo|prijs|pris|cena|"
    "ár|цена|価格|价格|價格|מחיר|السعر|msrp|list price|starting at",
    "availability": "availability|stock|lagerbestand|verfügbarkeit|disponibilité|disponibilidad|"
    "disponibilidade|disponibilità|beschikbaarheid|dostupnost|dostupnosť|наличие",
    "color": "color|colour|farbe|couleur|colore|cor|kleur|barva|farba|kolor|цвет|väri|farve|färg",
    "material": "material|materials|matière|materiale|materiaal|materiál|materiał|материал|fabric",
    "size": "size|größe|taille|tamaño|talla|tamanho|misura|maat|velikost|rozmiar|размер|dimensions",
    "weight": "weight|gewicht|poids|peso|vikt|hmotnost|waga|вес|paino",
    "height": "height|höhe|hauteur|altura|altezza|hoogte|výška|wysokość|высота|ht",
    "width": "width|breite|largeur|ancho|largura|larghezza|breedte|šířka|szerokość|ширина",
    "depth": "depth|tiefe|profondeur|profundidad|profondità|diepte|hloubka|głębokość|глубина",
    "author": "author|authors|by|written by|autor|autoren|auteur|autore|автор|author(s)|byline|著者|作者",
    "publisher": "publisher|published by|verlag|éditeur|editorial|editora|editore|uitgever|vydavatel|"
    "wydawnictwo|издательство|imprint|出版社",
    "datePublished": "published|publication date|date published|pub date|release date|released|"
    "date of publication|erscheinungsdatum|erschienen|"
    "date de parution|fecha de publicación|data di pubblicazione|publication|on sale date",
    "datePosted": "posted|date posted|posted on|post date|posting date|date listed|listed|online since|veröffentlicht",
    "numberOfPages": "pages|number of pages|page count|seiten|seitenzahl|páginas|pagine|nombre de pages|format",
    "bookFormat": "binding|cover|format|einband|encuadernación",
    "inLanguage": "language|languages|sprache|langue|idioma|lingua|taal|язык",
    "director": "director|directors|directed by|director(s)|regie|réalisateur|regista|режиссер",
    "actor": "actors|cast|starring|stars|featuring|darsteller|besetzung|reparto",
    "genre": "genre|genres|genre(s)|category|género|genere|gênero|жанр",
    "contentRating": "rating|content rating|mpaa rating|mpaa|rated|age rating|certification|fsk|certificate",
    "duration": "duration|running time|runtime|run time|length|laufzeit|dauer|durée|duración|durata",
    "ratingValue": "rating|score|average rating|customer rating|user rating|bewertung|note",
    "title": "title|titel|titre|título|titolo|название",
    "name": "name|product name|nom|nombre|nome",
    "telephone": "phone|telephone|tel|phone number|telefon|téléphone|teléfono|telefone|telefono|call",
    "faxNumber": "fax|fax number",
    "email": "email|e-mail|mail",
    "url": "website|web site|web|homepage|home page|url|internet|site|web address|webseite|site web|"
    "sitio web|sito web|official site|official website",
    "address": "address|street address|location|adresse|anschrift|dirección|endereço|indirizzo|adres|"
    "адрес|mailing address",
    "addressLocality": "city|town|stadt|ort|ville|ciudad|cidade|città|miasto|город",
    "postalCode": "zip|zip code|postal code|postcode|plz",
    "jobLocation": "location|job location|work location|city|standort|arbeitsort|lieu|location(s)|place of work",
    "hiringOrganization": "company|employer|company name|hiring company|organization|firma|unternehmen|"
    "arbeitgeber|entreprise|empresa|azienda|recruiter|advertiser",
    "employmentType": "job type|employment type|position type|type|employee type|contract|anstellungsart",
    "baseSalary": "salary|pay|compensation|base pay|gehalt|salaire|salario|wage|pay rate",
    "servesCuisine": "cuisine|cuisines|cuisine type|cuisine(s)|food type|food|küche|cocina|cucina",
    "priceRange": "price range|prices|cost",
    "openingHours": "hours|opening hours|hours of operation|öffnungszeiten|horaires|horario|orari",
    "fuelEfficiency": "fuel economy|mpg|fuel consumption|gas mileage|verbrauch|kraftstoffverbrauch|"
    "consommation|consumo",
    "vehicleEngine": "engine|motor|moteur|motore|engine type|двигатель",
    "vehicleTransmission": "transmission|gearbox|getriebe|boîte de vitesse|cambio",
    "mileageFromOdometer": "mileage|odometer|kilometerstand|kilométrage",
    "memberOf": "team|club|affiliation|mannschaft|équipe|squadra",
    "birthDate": "born|date of birth|birth date|birthdate|dob|geboren|birthday|né le",
    "birthPlace": "birthplace|place of birth|born in|hometown|geburtsort",
    "category": "category|categories|type|kategorie|catégorie|categoría|categoria|kind",
}  # fmt: skip
"""words of labels by property; written by hand from general knowledge, not from any set of pages"""
_WORD: Final = re.compile(r"[^\W_]+")


@cache
def by_label() -> dict[str, tuple[str, ...]]:
    """The properties that each label may stand for, in the table's order."""
    found: dict[str, list[str]] = {}
    for name, labels in _LABELS.items():
        for label in dict.fromkeys(map(plain_label, labels.split("|"))):
            found.setdefault(label, []).append(name)
    return {label: tuple(names) for label, names in found.items()}


def plain_label(text: str) -> str:
    """A label's words in lower case.

    >>> plain_label("Publication Date:"), plain_label("publication_date"), plain_label("ISBN-13")
    ('publication date', 'publication date', 'isbn 13')
    """
    return " ".join(_WORD.findall(text.lower()))


def properties_of(label: str) -> tuple[str, ...]:
    """The properties of schema.org that a label may stand for; none for a label that is not known.

    >>> properties_of("Art.-Nr.:"), properties_of("Hersteller"), properties_of("Sing along")
    (('sku',), ('manufacturer',), ())
    """
    known = by_label()
    found = known.get(plain_label(label))
    if found is None and "/" in label:  # "make / manufacturer"
        found = next((names for part in label.split("/") if (names := known.get(plain_label(part)))), None)
    return found or ()


def labels_of(name: str) -> frozenset[str]:
    """The labels that pages give to a property.

    >>> "isbn 13" in labels_of("isbn")
    True
    """
    return frozenset(plain_label(label) for label in _LABELS.get(name, "").split("|") if label)
