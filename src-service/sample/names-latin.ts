/** Cultures with names in Latin letters, most of them with marks, in the form of culture.ts. */
export const latinNames = `
en-GB 9 GBP 12 co.uk,com,org.uk,uk
Amelia,Oliver,Isla,George,Freya,Arthur,Imogen,Harry,Poppy,Rhys,Niamh,Callum,Eilidh,Gareth,Maeve,Siân,Duncan,Beatrix,Rupert,Saoirse
Ashworth,Barnes,Carmichael,Davies,Ellison,Fairweather,Gallagher,Hughes,Kerr,Lockwood,MacLeod,Northcott,O’Brien,Pritchard,Rowntree,Sinclair,Thackeray,Underhill,Whitby,Yardley
Hull,Bristol,Plymouth,Oban,Whitby,Cardiff,Belfast,Lerwick,Falmouth,Leith
gmail.com,outlook.com,hotmail.co.uk,icloud.com,btinternet.com,yahoo.co.uk,proton.me

en-US 9 USD 15 com,net,org,io,us
Ava,Liam,Harper,Mason,Zoe,Elijah,Nora,Jackson,Delaney,Wyatt,Imani,Marcus,Savannah,Tyrone,Brooke,Hunter,Tessa,Andre,Paige,Cole
Abernathy,Brooks,Calloway,Dawson,Everett,Franklin,Grady,Holloway,Jefferson,Kowalczyk,Landry,Merriweather,Nguyen,Ortega,Pruitt,Redding,Sullivan,Tran,Vance,Whitaker
Portland,Seattle,New Bedford,Galveston,Duluth,Annapolis,Savannah,Gloucester,Astoria,Mobile
gmail.com,yahoo.com,icloud.com,outlook.com,aol.com,comcast.net,hotmail.com

de-DE 8 EUR 14 de,com,eu
Jürgen,Käthe,Sören,Annika,Björn,Friederike,Jörg,Liesel,Matthias,Ute,Götz,Heike,Lüder,Wiebke,Tjark,Antje,Moritz,Svenja,Hauke,Grit
Müller,Schröder,Petersen,Großmann,Jäger,Köhler,Lüders,Nöldeke,Oßwald,Pfänder,Röttger,Störtebeker,Thießen,Vöge,Weiß,Zöllner,Hansen,Brandt,Claußen,Eggers
Hamburg,Bremen,Kiel,Lübeck,Rostock,Köln,Flensburg,Cuxhaven,Emden,Stralsund
gmx.de,web.de,gmail.com,t-online.de,posteo.de,mailbox.org,freenet.de

fr-FR 7 EUR 14 fr,com,bzh
Chloé,Loïc,Aurélie,Gaëlle,Théo,Noémie,Jérôme,Maëlle,Étienne,Solène,François,Hélène,Yann,Océane,Benoît,Anaïs,Rémi,Élodie,Gwenaël,Inès
Lefèvre,Le Goff,Béranger,Châtelain,Dufrêne,Évrard,Gauthier,Hervé,Kermarrec,Lambert,Mérieux,Nédélec,Périer,Quémener,Rousseau,Séguin,Tanguy,Vallée,Marchand,Prévost
Nantes,Brest,La Rochelle,Saint-Malo,Marseille,Lorient,Sète,Le Havre,Dieppe,Bayonne
orange.fr,gmail.com,free.fr,laposte.net,wanadoo.fr,sfr.fr,outlook.fr

pl-PL 5 PLN 59 pl,com.pl,eu
Zofia*,Łukasz,Małgorzata*,Paweł,Jagoda*,Michał,Agnieszka*,Stanisław,Bożena*,Krzysztof,Świętosława*,Wojciech,Żaneta*,Grażyna*,Kacper,Oliwia*
Wiśniewski/Wiśniewska,Wójcik,Kowalczyk,Zieliński/Zielińska,Dąbrowski/Dąbrowska,Szczepański/Szczepańska,Łuczak,Gołąb,Źrebiec,Pawłowski/Pawłowska,Ćwik,Kaźmierczak,Rybak,Żeglarski/Żeglarska
Gdańsk,Gdynia,Szczecin,Kołobrzeg,Świnoujście,Hel,Ustka
poczta.onet.pl,wp.pl,gmail.com,o2.pl,interia.pl

nb-NO 3 NOK 159 no,com
Ingrid,Håkon,Sølvi,Bjørn,Åse,Øyvind,Solveig,Kåre,Ragnhild,Tormod,Synnøve,Pål,Gro,Sigurd
Solheim,Bakkeløkken,Fjærland,Gråberg,Høydal,Kvåle,Lønning,Nordvåg,Ødegård,Rønning,Sæther,Tømmerås,Vågen,Aasen
Bergen,Ålesund,Bodø,Tromsø,Stavanger,Kristiansand,Svolvær
gmail.com,online.no,hotmail.no,outlook.com,icloud.com

sv-SE 3 SEK 149 se,nu,com
Björn,Åsa,Märta,Göran,Linnéa,Sten,Ylva,Håkan,Ebba,Torbjörn,Maj-Britt,Örjan,Saga,Lennart
Åkesson,Sjöberg,Lindström,Öhman,Bergqvist,Ström,Hägglund,Nyström,Sandström,Wästerlund,Ekelöf,Rönnqvist,Hallgren
Göteborg,Umeå,Malmö,Visby,Luleå,Kalmar,Strömstad
telia.com,gmail.com,hotmail.se,outlook.com,bredband.net

fi-FI 2 EUR 14 fi,com
Hanna,Väinö,Päivi,Jyrki,Aino,Onni,Säde,Eero,Tuulikki,Ilmari,Sirkka
Virtanen,Mäkelä,Hämäläinen,Järvinen,Rönkä,Pöysti,Kärkkäinen,Lehtimäki,Tähtinen,Saarinen,Väisänen
Oulu,Turku,Kotka,Rauma,Vaasa,Hanko
kolumbus.fi,gmail.com,elisanet.fi,luukku.com,outlook.com

is-IS 1 ISK 1990 is
Jón,Guðrún*,Þórður,Sigríður*,Björk*,Ásgeir,Hildur*,Ólafur,Ragnheiður*,Snæbjörn
Þórsson/Þórsdóttir,Jónsson/Jónsdóttir,Ásgeirsson/Ásgeirsdóttir,Ólafsson/Ólafsdóttir,Guðmundsson/Guðmundsdóttir,Björnsson/Björnsdóttir,Einarsson/Einarsdóttir,Sæmundsson/Sæmundsdóttir
Akureyri,Reykjavík,Húsavík,Höfn,Ísafjörður
simnet.is,gmail.com,internet.is

cs-CZ 2 CZK 349 cz,eu
Jiří,Tereza*,Ondřej,Kateřina*,Přemysl,Zdeňka*,Šárka*,Luboš,Božena*,Matěj,Růžena*,Vojtěch
Dvořák/Dvořáková,Němec/Němcová,Černý/Černá,Procházka/Procházková,Kučera/Kučerová,Veselý/Veselá,Růžička/Růžičková,Řezníček/Řezníčková,Šťastný/Šťastná,Ježek/Ježková
Děčín,Praha,Plzeň,Brno,Ústí nad Labem
seznam.cz,email.cz,gmail.com,centrum.cz

hu-HU 2 HUF 5490 hu,eu family-first
Márta,István,Zsófia,György,Erzsébet,Bálint,Ágnes,Csaba,Ildikó,Lőrinc,Tünde,Ödön
Kovács,Szűcs,Tóth,Nagy,Vörös,Hegedűs,Őri,Szabó,Győri,Csőke,Kőműves
Szeged,Győr,Baja,Mohács,Siófok
freemail.hu,gmail.com,citromail.hu,indamail.hu

tr-TR 3 TRY 399 com.tr,com,net.tr
Fatma,Çağlar,Şebnem,Oğuz,Gülşen,İbrahim,Özge,Barış,Ayşe,Uğur,Işıl,Tuğçe,Yiğit,Ebru
Yıldız,Öztürk,Şahin,Çelik,Güneş,Kılıç,Doğan,Aydın,Denizci,Koç,Ünal,Başaran
İzmir,İstanbul,Mersin,Trabzon,Bodrum,Çanakkale,Sinop
gmail.com,icloud.com,hotmail.com,yandex.com.tr,mynet.com

pt-BR 5 BRL 69 com.br,com,net.br
Mateus,Conceição,João,Letícia,Antônio,Inês,Caetano,Lúcia,Tomé,Verônica,Raíssa,Otávio,Flávia,Iracema
Carvalho,Gonçalves,Araújo,Magalhães,Conceição,Simões,Brandão,Falcão,Guimarães,Sá,Assunção,Tavares
Recife,Santos,Florianópolis,Belém,Salvador,Paraty,Itajaí
gmail.com,hotmail.com,uol.com.br,terra.com.br,bol.com.br

pt-PT 2 EUR 13 pt,com
Inês,Gonçalo,Mafalda,Simão,Conceição,Estêvão,Leonor,Nuno,Assunção,Duarte
Fernandes,Magalhães,Simões,Coração,Leitão,Farinha,Peixoto,Mourão,Vaz,Caravela
Porto,Setúbal,Olhão,Viana do Castelo,Horta,Sines
sapo.pt,gmail.com,iol.pt,hotmail.com

es-CL 3 CLP 11900 cl,com
Tomás,Ximena,Joaquín,Íñigo,Sofía,Martín,Belén,Nicolás,Rocío,Andrés,Pía,Ignacio
Herrera,Núñez,Valdés,Peñaloza,Ibáñez,Muñoz,Cárdenas,Órdenes,Sepúlveda,Arriagada
Valdivia,Valparaíso,Iquique,Puerto Montt,Punta Arenas
gmail.com,uc.cl,hotmail.com,vtr.net,live.cl

es-ES 4 EUR 13 es,com,eus,gal
Begoña,Iñaki,Núria,Álvaro,Lucía,Jesús,María José,Óscar,Noelia,Xoán,Ainhoa,Martí
Ibarra,Etxeberria,Castiñeira,Peña,Muñiz,Puigserver,Vázquez,Sáez,Garmendia,Llull
Vigo,Bilbao,Cádiz,A Coruña,Palma,Alicante,Santander
gmail.com,hotmail.es,yahoo.es,telefonica.net,outlook.es

it-IT 4 EUR 13 it,com,eu
Niccolò,Chiara,Giosuè,Ginevra,Raffaele,Beatrice,Nicolò,Zoè,Tommaso,Ludovica,Ettore,Noemi
Bevilacqua,D’Amico,Forlì,Marino,Spadafora,Tagliamonte,Vianello,Cappellini,Costa,Morosini,Grimaldi
Genova,Trieste,Livorno,Bari,Ancona,Chioggia,Cagliari
libero.it,gmail.com,virgilio.it,alice.it,tiscali.it

nl-NL 3 EUR 14 nl,com,frl
Daniël,Femke,Joost,Zoë,Wouter,Anneloes,Sjoerd,Noëlle,Bauke,Marijke,Tjitske,Renée
de Vries,van Dijk,Böhm,Ruijter,Noordhoek,Zeeman,ter Horst,Kuijper,Bouwknegt,Wiersma,Haverkamp
Harlingen,Rotterdam,Vlissingen,Den Helder,Urk,Delfzijl
ziggo.nl,gmail.com,kpnmail.nl,hotmail.nl,xs4all.nl,planet.nl

ro-RO 2 RON 65 ro,com
Ștefan,Ioana,Mădălina,Răzvan,Țuța,Cătălin,Ileana,Dragoș,Ruxandra,Păun
Ionescu,Brătianu,Țurcanu,Ștefănescu,Mureșan,Pădureanu,Văcărescu,Dunăreanu
Constanța,Galați,Tulcea,Brăila,Mangalia
yahoo.com,gmail.com,yahoo.ro

vi-VN 4 VND 290000 vn,com.vn family-first
Thị Lan,Văn Đức,Thùy Dương,Quang Huy,Bảo Châu,Minh Tuấn,Hồng Nhung,Đình Khôi,Thu Hà,Hữu Phước,Ngọc Ánh,Trọng Nghĩa
Ngô,Nguyễn,Trần,Phạm,Hoàng,Vũ,Đặng,Bùi,Đỗ,Huỳnh
Đà Nẵng,Hải Phòng,Cần Thơ,Nha Trang,Vũng Tàu,Quy Nhơn
gmail.com,fpt.vn,vnn.vn,yahoo.com.vn

en-NG 3 NGN 9500 ng,com.ng,africa
Amara,Tobi,Chidi,Ngọzi,Adébáyọ̀,Ifẹ,Emeka,Zainab,Olúmidé,Halima,Kelechi,Ṣadé
Okonkwo,Oyelaran,Adéyẹmí,Eze,Bello,Nwosu,Akíntọ́lá,Danjuma,Okafor,Ibrahim
Lagos,Ibadan,Calabar,Port Harcourt,Warri
gmail.com,yahoo.com,ymail.com

en-GH 1 GHS 99 com.gh,africa
Kwame,Akosua,Yaw,Abena,Kofi,Efua,Kojo,Ama
Mensah,Owusu,Boateng,Asante,Quaye,Ɔfɔri=ofori,Addo
Kumasi,Tema,Takoradi,Accra
gmail.com,yahoo.com

fil-PH 2 PHP 590 ph,com.ph
Rosario,Jun,Marisol,Benigno,Ligaya,Niño,Maricel,Dante
dela Cruz,Bautista,Peñaflor,Macaraeg,Villaseñor,Tolentino,Santos
Cebu,Davao,Iloilo,Batangas,Zamboanga
gmail.com,globe.com.ph,yahoo.com.ph
`
  .trim()
  .split('\n\n')
